import type { StoredObjects } from '../../../ports/stored-objects.ts';
import { ApiProblem } from '../problem.ts';
import { defineRoute, type Route } from '../route.ts';
import { OBJECT_KINDS } from './object-kinds.ts';
import { json, TENANT } from './schemas.ts';

/** A request to an issuer: at most 64 KiB, never to an internal address. @throws for everything else */
export interface CallIssuer {
  (
    call: {
      readonly url: string;
      readonly method: 'GET' | 'POST';
      readonly headers: Readonly<Record<string, string>>;
      readonly body?: string;
    },
    allowed: { readonly ownMachine: boolean },
  ): Promise<{ readonly status: number; readonly text: string }>;
}

/** What the route of a login to try needs. */
export interface TryDeps {
  readonly storedObjects: Pick<StoredObjects, 'tenantFrame' | 'application'>;
  readonly callIssuer: CallIssuer;
}

const TEXT = { type: 'string', minLength: 1, maxLength: 2000 } as const;

const BODY = {
  type: 'object',
  properties: {
    issuer: { ...TEXT, description: 'A domain of the tenant.' },
    code: { ...TEXT, description: 'Absent: only the keys are answered.' },
    redirectUri: TEXT,
    codeVerifier: TEXT,
    clientSecret: { ...TEXT, writeOnly: true, description: 'Sent to the issuer; not stored.' },
  },
  required: ['issuer'],
  additionalProperties: false,
} as const;

const ANSWER = {
  type: 'object',
  properties: {
    status: {
      type: ['integer', 'null'],
      description: 'Of the token endpoint; null without a code.',
    },
    answer: { description: 'The JSON of the token endpoint.' },
    keys: {
      type: 'array',
      items: { type: 'object' },
      description: 'The public keys of the issuer.',
    },
  },
  required: ['status', 'answer', 'keys'],
} as const;

/**
 * Exchanges the code of a login to try, as the application would: a page cannot, because it may call its own origin
 * alone. The issuer is one of the tenant's domains, never a URL of the caller's choice.
 */
export function tryRoute({ storedObjects, callIssuer }: TryDeps): Route {
  return defineRoute({
    name: 'tryLogin',
    method: 'POST',
    path: '/api/tenants/:tenant/applications/:clientId/try',
    summary: 'Exchanges the code of a login to try, and answers the keys that verify its tokens.',
    permission: 'configuration.read',
    params: {
      tenant: TENANT,
      clientId: OBJECT_KINDS.find(({ list }) => list === 'applications')?.key ?? TENANT,
    },
    body: { types: ['application/json'], schema: BODY },
    answers: { 200: json('What the issuer answered.', ANSWER) },
    async handle({ params: { tenant = '', clientId = '' }, body }) {
      const { issuer = '', code, ...request } = body as Readonly<Record<string, string>>;
      const frame = await storedObjects.tenantFrame(tenant);
      if (frame === undefined) throw new ApiProblem(404, 'There is no such tenant.');
      if ((await storedObjects.application(tenant, clientId)) === undefined) {
        throw new ApiProblem(404, 'There is no such application.');
      }
      const domain = frame.domains.find((one) => one.issuer === issuer);
      if (domain === undefined) {
        const errors = [{ path: 'issuer', message: 'is not a domain of this tenant' }];
        throw new ApiProblem(422, 'The issuer is unknown.', { errors });
      }
      const ask = asker(callIssuer, { ownMachine: domain.environment === 'test' });
      const keys = await ask(`${issuer}/.well-known/jwks`);
      const exchanged =
        code && (await ask(`${issuer}/oauth2/token`, { clientId, code, ...request }));
      return {
        status: 200,
        body: {
          status: exchanged ? exchanged.status : null,
          answer: exchanged ? exchanged.json : null,
          keys: Object(keys.json).keys ?? [],
        },
      };
    },
  });
}

function asker(callIssuer: CallIssuer, allowed: { readonly ownMachine: boolean }) {
  return async (url: string, exchange?: Readonly<Record<string, string | undefined>>) => {
    const call =
      exchange === undefined
        ? ({ url, method: 'GET', headers: {} } as const)
        : exchangeAt(url, exchange);
    const answer = await callIssuer(call, allowed).catch(() => undefined);
    if (answer === undefined) {
      throw new ApiProblem(422, `This replica cannot reach ${url}.`, {
        errors: [{ path: 'issuer', message: 'cannot be reached from the service' }],
      });
    }
    return { status: answer.status, json: parsed(answer.text) };
  };
}

function exchangeAt(url: string, given: Readonly<Record<string, string | undefined>>) {
  const { clientId = '', code = '', redirectUri, codeVerifier, clientSecret } = given;
  const form = new URLSearchParams({ grant_type: 'authorization_code', code });
  if (redirectUri !== undefined) form.set('redirect_uri', redirectUri);
  if (codeVerifier !== undefined) form.set('code_verifier', codeVerifier);
  if (clientSecret === undefined) form.set('client_id', clientId);
  const credentials = [clientId, clientSecret ?? ''].map(encodeURIComponent).join(':');
  return {
    url,
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(clientSecret !== undefined && {
        authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
      }),
    },
    body: form.toString(),
  } as const;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

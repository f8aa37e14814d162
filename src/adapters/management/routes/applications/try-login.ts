import { SUPPORT_CODE_HEADER } from '../../../../domain/support-code.ts';
import type { StoredObjects } from '../../../../ports/stored-objects.ts';
import { objectOf } from '../../json-schema.ts';
import { ApiProblem } from '../../problem.ts';
import { defineRoute, type Route } from '../../route.ts';
import { json, TENANT } from '../schemas.ts';
import { KEY_PARAMETERS } from '../settings/object-kinds.ts';
import {
  type CallIssuer,
  issuerRequest,
  TRIED_ENDPOINTS,
  type TriedEndpoint,
} from './issuer-request.ts';

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
    endpoint: {
      type: 'string',
      enum: TRIED_ENDPOINTS,
      description: 'Absent: only the keys are answered.',
    },
    parameters: {
      type: 'object',
      description: 'Of the request to that endpoint. `client_id` is set by the service.',
      additionalProperties: { type: 'string', maxLength: 60_000 },
    },
    clientSecret: { ...TEXT, writeOnly: true, description: 'Sent to the issuer; not stored.' },
    accessToken: {
      ...TEXT,
      pattern: '^[\\x21-\\x7e]+$',
      writeOnly: true,
      description: 'For `userinfo`; not stored.',
    },
  },
  required: ['issuer'],
  additionalProperties: false,
} as const;

const ANSWER = objectOf({
  status: {
    type: ['integer', 'null'],
    description: 'Of the endpoint; null without one.',
  },
  answer: { description: 'The JSON of the endpoint; a text that is none as it is.' },
  supportCode: {
    type: ['string', 'null'],
    description: 'Of the login that the request belongs to.',
  },
  keys: {
    type: 'array',
    items: { type: 'object' },
    description: 'The public keys of the issuer.',
  },
});

interface TryBody {
  readonly issuer: string;
  readonly endpoint?: TriedEndpoint;
  readonly parameters?: Readonly<Record<string, string>>;
  readonly clientSecret?: string;
  readonly accessToken?: string;
}

/**
 * Sends one request of a login to try, as the application's server would: a page cannot, because it may call its own
 * origin alone. The issuer is one of the tenant's domains, never a URL of the caller's choice, and of this machine only at
 * the port of the service. The caller has what proves to be the application. Nothing of it is stored.
 */
export function tryRoute({ storedObjects, callIssuer }: TryDeps): Route {
  return defineRoute({
    name: 'tryLogin',
    method: 'POST',
    path: '/api/tenants/:tenant/applications/:clientId/try',
    summary: "Sends one request of a login to try, and answers the issuer's keys for its tokens.",
    permission: 'configuration.read',
    params: {
      tenant: TENANT,
      clientId: KEY_PARAMETERS.applications,
    },
    body: { types: ['application/json'], schema: BODY },
    answers: { 200: json('What the issuer answered.', ANSWER) },
    async handle({ params: { tenant = '', clientId = '' }, body }) {
      const { issuer, endpoint, parameters = {}, clientSecret, accessToken } = body as TryBody;
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
      const send = sender(callIssuer, { ownMachine: domain.environment === 'test' });
      const url = `${issuer}/.well-known/jwks`;
      const keys = await send({ url, method: 'GET', headers: {} });
      const request = { issuer, clientId, parameters, clientSecret, accessToken };
      const sent = endpoint && (await send(issuerRequest({ ...request, endpoint })));
      return {
        status: 200,
        body: {
          status: sent?.status ?? null,
          answer: sent?.json ?? null,
          supportCode: sent?.supportCode ?? null,
          keys: Object(keys.json).keys ?? [],
        },
      };
    },
  });
}

function sender(callIssuer: CallIssuer, allowed: { readonly ownMachine: boolean }) {
  return async (call: Parameters<CallIssuer>[0]) => {
    const answer = await callIssuer(call, allowed).catch(() => undefined);
    if (answer === undefined) {
      throw new ApiProblem(422, `This replica cannot reach ${call.url}.`, {
        errors: [{ path: 'issuer', message: 'cannot be reached from the service' }],
      });
    }
    const code = answer.headers[SUPPORT_CODE_HEADER.toLowerCase()];
    return {
      status: answer.status,
      json: parsed(answer.text),
      supportCode: typeof code === 'string' ? code : undefined,
    };
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

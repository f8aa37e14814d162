import { TOLVAN } from '@eid-broker/testing/phone';
import { basic } from '@eid-broker/testing/token-endpoint';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';

import { catalogue, eidModules } from '../../src/adapters/eid/registry.ts';
import { openApiDocument } from '../../src/adapters/oidc/openapi/description.ts';
import type { JsonObject } from '../../src/domain/json.ts';
import { type Broker, startBroker } from '../support/broker.ts';
import { expectGenerated } from '../support/generated-document.ts';
import { decide, REDIRECT_URI, scan, visit } from '../support/visit.ts';

const DOCUMENT = openApiDocument({
  issuer: 'https://login.example.com',
  acrValues: eidModules.flatMap(({ offer }) => offer.variants.map(({ acr }) => acr)),
  scopes: catalogue.scopes,
});

type Methods = Readonly<Record<string, Readonly<Record<string, Operation>>>>;
interface Operation {
  readonly operationId: string;
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
  };
  readonly responses: Readonly<Record<string, { readonly content?: JsonObject }>>;
}
interface Schema {
  readonly oneOf?: readonly { readonly $ref: string }[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, { readonly examples?: readonly unknown[] }>>;
}

/** Judges values by a description. A keyword that is no keyword of JSON Schema fails. */
function judgeOf(document: JsonObject) {
  const ajv = new Ajv2020({
    strict: true,
    strictRequired: false,
    strictTypes: false,
    validateFormats: false,
  });
  ajv.addVocabulary(Object.keys(document));
  ajv.addSchema({ ...document, $id: 'api' }, 'api', false, false);
  return (pointer: string, value: unknown): readonly string[] => {
    const validate = ajv.compile({ $ref: `api#/${pointer}` });
    validate(value);
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };
}

function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

function responsePointer(path: string, method: string, status: number): string {
  const response = ['paths', escaped(path), method, 'responses', status];
  return [...response, 'content', 'application~1json', 'schema'].join('/');
}

/** Each pointer `#/…` of the description. */
function referencesIn(value: unknown): readonly string[] {
  const entries = Object.entries(Object(value) as Record<string, unknown>);
  return entries.flatMap(([name, member]) =>
    name === '$ref' ? [String(member)] : typeof member === 'object' ? referencesIn(member) : [],
  );
}

describe('the description of the endpoints', () => {
  const operations = Object.values(DOCUMENT.paths as unknown as Methods).flatMap((methods) =>
    Object.values(methods),
  );
  const { schemas } = DOCUMENT.components as {
    readonly schemas: Record<string, Schema & JsonObject>;
  };

  test('is docs/openapi.json', () => {
    const file = new URL('../../docs/openapi.json', import.meta.url);
    expectGenerated(file, `${JSON.stringify(DOCUMENT, undefined, 2)}\n`);
  });

  test('names each operation once, and refers to parts that exist', () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const missing = referencesIn(DOCUMENT).filter(
      (pointer) => schemas[pointer.replace('#/components/schemas/', '')] === undefined,
    );
    expect(missing).toEqual([]);
  });

  const judge = judgeOf(DOCUMENT);
  const withExamples = Object.entries(schemas).filter(([, { examples }]) => examples !== undefined);
  test.each(withExamples)('has valid examples of %s', (name, { examples }) => {
    for (const example of examples as readonly unknown[]) {
      expect(judge(`components/schemas/${name}`, example)).toEqual([]);
    }
  });

  test('has an example of each required parameter of a form, and they fit together', () => {
    const forms = operations.flatMap(({ requestBody }) =>
      Object.values(requestBody?.content ?? {}).flatMap(({ schema }) =>
        (schema.oneOf ?? [])
          .map(({ $ref }) => schemas[$ref.split('/').at(-1)!]!)
          .concat(schema.oneOf === undefined ? [schema as Schema & JsonObject] : []),
      ),
    );
    expect(forms.length).toBeGreaterThan(8);
    const ajv = new Ajv2020({ validateFormats: false, strict: false });
    for (const schema of forms) {
      const { required = [], properties = {} } = schema;
      const example = Object.fromEntries(
        required.map((name) => {
          const { examples, ...property } = properties[name] as JsonObject & {
            examples?: unknown[];
          };
          return [name, property.const ?? examples?.[0] ?? (property.enum as unknown[])[0]];
        }),
      );
      expect([ajv.validate(schema, example), ajv.errors]).toEqual([true, null]);
    }
  });
});

describe("a running service's responses", () => {
  let broker: Broker;
  let served: JsonObject;
  let judge: ReturnType<typeof judgeOf>;
  beforeAll(async () => {
    broker = await startBroker();
    served = (await (await fetch(`${broker.issuer}/openapi.json`)).json()) as JsonObject;
    judge = judgeOf(served);
  });
  afterAll(() => broker.close());

  const WEB = basic('demo-web', 'demo-web-secret');
  const BACKEND = basic('demo-backend', 'demo-backend-secret');
  const START = { scope: 'openid', acr_values: 'urn:grn:authn:se:bankid' };
  const HEADLESS = 'urn:grn:params:grant-type:headless';
  const CIBA = 'urn:openid:params:grant-type:ciba';

  /** Sends a request; fails unless its response is one that the description has. */
  async function described(
    path: string,
    expected: number,
    {
      fields,
      headers = {},
    }: { fields?: Record<string, string>; headers?: Record<string, string> } = {},
  ): Promise<Record<string, never>> {
    const method = fields === undefined ? 'get' : 'post';
    const body = fields && new URLSearchParams(fields);
    const sent = { method, headers, ...(body && { body }) };
    const response = await fetch(`${broker.issuer}${path}`, sent);
    const answer = (await response.json()) as Record<string, never>;
    expect([response.status, answer]).toEqual([expected, expect.anything()]);
    const pointer = responsePointer(path.replace(/\?.*/, ''), method, response.status);
    expect([answer, judge(pointer, answer)]).toEqual([answer, []]);
    return answer;
  }

  test('come with a description for the domain, which every page may read', async () => {
    const response = await fetch(`${broker.issuer}/openapi.json`);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('cache-control')).toBe('public, max-age=300');
    expect(served.servers).toEqual([{ url: broker.issuer }]);
    const paths = (document: JsonObject) => Object.keys(document.paths as object);
    expect(paths(served)).toEqual(paths(DOCUMENT));
    await fetch(`${broker.issuer}/`).then(async (page) => {
      expect(await page.text()).toContain('href="/openapi.json"');
    });
  });

  test('are described: discovery names the same endpoints, and keys', async () => {
    const discovery = await described('/.well-known/openid-configuration', 200);
    const named = Object.values(discovery)
      .filter((value) => typeof value === 'string')
      .map((value) => String(value).replace(broker.issuer, ''));
    const paths = Object.keys(served.paths as object).filter(
      (path) => !path.includes('openid-conf'),
    );
    expect(named).toEqual(expect.arrayContaining(paths));
    await described('/.well-known/jwks', 200);
    await described('/.well-known/openid-configuration?client_id=nobody', 404);
  });

  test('are described: a code login, with userinfo and errors', async () => {
    const login = await visit(broker);
    await decide(broker, await scan(broker, login));
    const code = String((await login.arrive()).searchParams.get('code'));
    const fields = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI };
    await described('/oauth2/token', 401, { fields, headers: basic('demo-web', 'wrong') });
    const tokens = await described('/oauth2/token', 200, { fields, headers: WEB });
    const bearer = { authorization: `Bearer ${String(tokens.access_token)}` };
    await described('/oauth2/userinfo', 200, { headers: bearer });
    await described('/oauth2/userinfo', 200, { headers: bearer, fields: {} });
    await described('/oauth2/userinfo', 401);
    await described('/oauth2/token', 400, { fields, headers: WEB });
    const parameters = {
      ...START,
      response_type: 'code',
      client_id: 'demo-web',
      redirect_uri: REDIRECT_URI,
    };
    await described('/oauth2/par', 201, { fields: parameters, headers: WEB });
    await described('/oauth2/par', 400, {
      fields: { ...parameters, acr_values: 'urn:grn:authn:xx:none' },
      headers: WEB,
    });
  });

  test.each([
    [
      '/oauth2/authorize',
      { response_type: 'code', client_id: 'demo-web', redirect_uri: REDIRECT_URI },
    ],
    ['/oauth2/authorize', { client_id: 'nobody' }],
    ['/oauth2/logout', {}],
    ['/oauth2/logout', { post_logout_redirect_uri: REDIRECT_URI }],
    ['/oauth2/logout', { id_token_hint: 'none' }],
  ])('are described: %s with %j in a browser', async (path, parameters: Record<string, string>) => {
    const query = new URLSearchParams({ ...parameters, ...(path.includes('auth') && START) });
    const { status } = await fetch(`${broker.issuer}${path}?${query}`, { redirect: 'manual' });
    const { responses } = (served.paths as unknown as Methods)[path]!.get!;
    expect(Object.keys(responses)).toContain(String(status));
  });

  test('are described: a headless login, its events, its end and a cancellation', async () => {
    const fields = { ...START, end_user_ip: '192.0.2.7' };
    await described('/headless/authorize', 400, {
      fields: { ...fields, end_user_ip: '?' },
      headers: BACKEND,
    });
    const started = await described('/headless/authorize', 200, { fields, headers: BACKEND });
    const named = { headless_req_id: String(started.headless_req_id) };
    const poll = { fields: { grant_type: HEADLESS, ...named }, headers: BACKEND };
    await described('/oauth2/token', 400, poll);
    expect(await described('/oauth2/token', 400, poll)).toHaveProperty('error', 'slow_down');

    const stream = await fetch(`${broker.issuer}/headless/events`, {
      method: 'POST',
      headers: BACKEND,
      body: new URLSearchParams(named),
    });
    await described('/headless/cancel', 200, { fields: named, headers: BACKEND });
    broker.advance(2);
    const events = [...(await stream.text()).matchAll(/^event: (\w+)\ndata: (.*)$/gm)];
    expect(events.map(([, name]) => name)).toContain('outcome');
    for (const [, name, data = ''] of events) {
      const schema = name === 'update' ? 'HeadlessUpdate' : 'HeadlessOutcome';
      expect(judge(`components/schemas/${schema}`, JSON.parse(data))).toEqual([]);
    }
    await described('/oauth2/token', 400, poll);
    await described('/headless/cancel', 400, {
      fields: { headless_req_id: 'none' },
      headers: BACKEND,
    });
  });

  test('are described: a CIBA login and a cancellation', async () => {
    const fields = {
      ...START,
      login_hint: `sub:ssn:${TOLVAN}`,
      callInitiator: 'RP',
      binding_message: 'Hello',
    };
    const { login_hint: _, ...nobody } = fields;
    await described('/ciba/bc-authorize', 400, { fields: nobody, headers: BACKEND });
    const started = await described('/ciba/bc-authorize', 200, { fields, headers: BACKEND });
    const named = { auth_req_id: String(started.auth_req_id) };
    const poll = { fields: { grant_type: CIBA, ...named }, headers: BACKEND };
    await described('/oauth2/token', 400, poll);
    await described('/ciba/cancel', 200, { fields: named, headers: BACKEND });
    broker.advance(2);
    await described('/oauth2/token', 400, poll);
  });
});

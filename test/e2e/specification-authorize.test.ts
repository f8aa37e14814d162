import { authorizeUrl, newUserAgent, QR_ACR } from '@eid-broker/testing/log-in';
import { claimsIn } from '@eid-broker/testing/token-endpoint';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { BackchannelBroker } from '../support/backchannel-broker.ts';
import {
  answerOf,
  CALLBACK,
  type Params,
  REQUESTS,
  startSpecificationBroker,
  tokensFor,
} from '../support/specification.ts';

const REQUIRED = ['response_type', 'client_id', 'redirect_uri', 'acr_values', 'scope'];
const STATES = ['xyz', '0', 'A'.repeat(64), 'a b', 'a%20b', 'a+b', 'a&code=b', 'å/?#"<>\\', ' x '];

let broker: BackchannelBroker;
beforeAll(async () => {
  broker = await startSpecificationBroker();
});
afterAll(() => broker.close());

describe('the result of a login', () => {
  const cases = Object.entries({
    'Authorization Code': { by: 'search', without: 'query', brings: ['code', 'state', 'iss'] },
    PKCE: { by: 'search', without: 'query', brings: ['code', 'state', 'iss'] },
    Implicit: { by: 'hash', without: 'fragment', brings: ['id_token', 'state'] },
    'code id_token': { by: 'hash', without: 'fragment', brings: ['code', 'id_token', 'state'] },
  } as const);

  // spec: authorize.response-mode, authorize.response-mode.default, authorize.redirect.code
  // spec: authorize.redirect.implicit
  test.each(cases)(
    'comes at the default place of %s, with and without its response_mode',
    async (flow, { by, without, brings }) => {
      const request = { ...REQUESTS[flow as keyof typeof REQUESTS], state: 'xyz' };
      for (const params of [request, { ...request, response_mode: without }]) {
        const { status, location } = await answerOf(broker, params);
        expect(status).toBe(302);
        expect(`${location?.origin}${location?.pathname}`).toBe(CALLBACK);
        expect(location?.[by === 'hash' ? 'search' : 'hash']).toBe('');
        const parameters = new URLSearchParams(location?.[by].slice(1));
        expect([...parameters.keys()].sort()).toEqual([...brings].sort());
      }
    },
  );
});

describe('the state parameter', () => {
  // spec: authorize.state
  test.each(['Authorization Code', 'Implicit', 'code id_token'] as const)(
    'is returned unchanged with the result of %s',
    async (flow) => {
      const state = STATES.join('');
      const { location } = await answerOf(broker, { ...REQUESTS[flow], state });
      expect(parametersOf(location).state).toBe(state);
    },
  );

  // spec: authorize.state
  test.each(STATES)('%j is returned unchanged with an error', async (state) => {
    for (const flow of ['Authorization Code', 'Implicit'] as const) {
      const { location } = await authorize({ ...REQUESTS[flow], state, scope: 'email' });
      expect(parametersOf(location)).toMatchObject({ error: expect.any(String), state });
    }
  });

  // spec: authorize.state
  test('is optional and absent in the response when it was not sent', async () => {
    const { location } = await answerOf(broker, REQUESTS['Authorization Code']);
    expect(Object.keys(parametersOf(location))).toEqual(['code', 'iss']);
  });
});

describe('a request without a required parameter', () => {
  // spec: authorize.response-type, authorize.client-id, authorize.redirect-uri
  // spec: authorize.acr-values, authorize.scope
  test.each(REQUIRED)('%s starts no login in any flow', async (name) => {
    for (const request of Object.values(REQUESTS)) {
      for (const absent of [undefined, '']) {
        const { status, location, text } = await authorize({ ...request, [name]: absent });
        expect(location?.pathname ?? '').not.toMatch(/^\/login\//);
        if (name === 'client_id' || name === 'redirect_uri') {
          expect([status, location]).toEqual([400, undefined]);
          expect(text).toContain('invalid_request');
        } else {
          expect(status).toBe(302);
          expect(parametersOf(location)).toHaveProperty('error', 'invalid_request');
          expect(parametersOf(location)).toHaveProperty('error_description');
        }
      }
    }
  });
});

describe('the acr_values parameter', () => {
  // spec: authorize.acr-values.pattern
  test.each([
    'urn:grn:authn:se:bankid',
    'urn:grn:authn:se:bankid:same-device',
    'urn:grn:authn:se:bankid:another-device',
    'urn:grn:authn:se:bankid:another-device:qr',
  ])('%s names one eID service', async (acr_values) => {
    const { location } = await authorize({ ...REQUESTS['Authorization Code'], acr_values });
    expect(location?.pathname).toMatch(/^\/login\//);
  });

  // spec: authorize.acr-values, authorize.acr-values.pattern
  test.each([
    ['only the country', 'urn:grn:authn:se'],
    ['the country and an empty name', 'urn:grn:authn:se:'],
    ['no country', 'urn:grn:authn:bankid'],
    ['another namespace', 'urn:xyz:authn:se:bankid'],
    ['another kind', 'urn:grn:sign:se:bankid'],
    ['an unknown variant', 'urn:grn:authn:se:bankid:web'],
    ['only the name', 'bankid'],
    ['two values', `${QR_ACR} urn:grn:authn:se:bankid`],
    ['the same value twice', `${QR_ACR} ${QR_ACR}`],
    ['two values with a comma', `${QR_ACR},${QR_ACR}`],
  ])('%s is refused', async (_, acr_values) => {
    const { location } = await authorize({ ...REQUESTS['Authorization Code'], acr_values });
    expect(parametersOf(location)).toHaveProperty('error', 'invalid_request');
  });
});

describe('the scope parameter', () => {
  const values = ['address', 'email', 'phone', 'birthdate', 'ssn'];

  // spec: authorize.scope.values
  test('may hold all of these values', async () => {
    const scope = ['openid', ...values, 'evidence', 'risk'].join(' ');
    const { status, body } = await tokensFor(broker, { scope });
    expect([status, body.scope]).toEqual([200, scope]);
    const discovery = await fetch(`${broker.issuer}/.well-known/openid-configuration`);
    const { scopes_supported } = (await discovery.json()) as Record<string, unknown>;
    expect(scopes_supported).toEqual(['openid', 'ssn', 'evidence', 'risk']);
  });

  // spec: authorize.scope.static, setting.dynamic-scopes
  test.each(['openid', 'openid evidence', 'evidence address openid', 'openid no-such-scope'])(
    '"%s" counts for openid only while dynamic scopes are off',
    async (scope) => {
      const { body } = await tokensFor(broker, { client_id: 'settled', scope });
      expect(body.scope).toBe('openid ssn');
      expect(claimsIn(body.id_token)).not.toHaveProperty('evidence');
      expect(claimsIn(body.id_token)).not.toHaveProperty('ocspResponse');
    },
  );

  // spec: authorize.scope.dynamic, setting.dynamic-scopes, authorize.scope.evidence
  test.each([
    ['openid', false],
    ['openid evidence', true],
  ])('"%s" replaces the settings while dynamic scopes are on', async (scope, hasEvidence) => {
    const { body } = await tokensFor(broker, { client_id: 'dynamic', scope });
    expect(body.scope).toBe(scope);
    const claims = claimsIn(body.id_token);
    expect([claims.evidence !== undefined, claims.ocspResponse !== undefined]).toEqual([
      hasEvidence,
      hasEvidence,
    ]);
  });
});

describe('the login_hint parameter', () => {
  // spec: authorize.login-hint.fallback, hint.scope
  test('carries scope and acr_values through a whole login', async () => {
    const login_hint = `scope:openid scope:evidence acr_values:${QR_ACR}`;
    const onlyLoginHint = { scope: undefined, acr_values: undefined, login_hint };
    const { body } = await tokensFor(broker, onlyLoginHint);
    expect(body.scope).toBe('openid evidence');
    expect(claimsIn(body.id_token)).toMatchObject({ acr: QR_ACR, evidence: expect.any(String) });

    const { location } = await answerOf(broker, { ...REQUESTS.Implicit, ...onlyLoginHint });
    expect(claimsIn(parametersOf(location).id_token)).toMatchObject({ acr: QR_ACR });
  });

  // spec: hint.scope
  test('has the same effect by its scope as the parameter', async () => {
    const [hinted, byParameter] = [
      await tokensFor(broker, { login_hint: 'scope:evidence scope:email' }),
      await tokensFor(broker, { scope: 'openid evidence email' }),
    ];
    expect(hinted.body.scope).toBe(byParameter.body.scope);
    const names = ({ body }: typeof byParameter) => Object.keys(claimsIn(body.id_token)).sort();
    expect(names(hinted)).toEqual(names(byParameter));
  });
});

// spec: auth.secret.back-channel
test('a client secret in the browser is neither required nor returned', async () => {
  const client_secret = 'never-in-a-browser';
  const request = { ...REQUESTS['Authorization Code'], state: 'xyz' };
  const { status, location, text } = await answerOf(broker, { ...request, client_secret });
  expect(status).toBe(302);
  expect(Object.keys(parametersOf(location))).toEqual(['code', 'state', 'iss']);
  expect(`${location}${text}`).not.toContain(client_secret);
});

function authorize(params: Params) {
  return newUserAgent(broker.port).get(authorizeUrl(broker.issuer, params));
}

/** The parameters of the redirect, in the query or in the fragment. */
function parametersOf(location: URL | undefined): Readonly<Record<string, string>> {
  const fragment = new URLSearchParams(location?.hash.slice(1));
  return Object.fromEntries([...(location?.searchParams ?? []), ...fragment]);
}

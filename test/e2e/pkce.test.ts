import { createHash, randomBytes } from 'node:crypto';
import { newBrowser } from '@eid-broker/testing/browser';
import { TOLVAN } from '@eid-broker/testing/phone';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Broker, startBroker } from '../support/broker.ts';
import { errorFieldsIn } from '../support/error-fields.ts';
import {
  exchangeCode,
  requestTokens,
  type TokenAnswer,
  verifiedClaims,
} from '../support/tokens.ts';
import { authorizationUrl, decide, REDIRECT_URI, scan, visit } from '../support/visit.ts';

/** The origin of the application's own page, taken from its redirect URI. */
const OWN_ORIGIN = new URL(REDIRECT_URI).origin;
const OTHER_ORIGIN = 'https://elsewhere.example';

let broker: Broker;
let verifier: string;
beforeAll(async () => {
  broker = await startBroker();
});
afterAll(() => broker.close());
beforeEach(() => {
  verifier = randomBytes(32).toString('base64url');
});

describe('the PKCE flow', () => {
  // spec: flow.pkce, authorize.code-challenge, token.code.pkce, auth.pkce, token.success
  test('authenticates a public application by the verifier of its challenge', async () => {
    const callback = await logIn({ state: 'xyz', nonce: 'n-1' });
    expect(callback.origin + callback.pathname).toBe(REDIRECT_URI);
    expect([...callback.searchParams.keys()]).toEqual(['code', 'state', 'iss']);
    expect(callback.searchParams.get('state')).toBe('xyz');

    const { status, headers, body } = await exchange(callback);
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toEqual({
      access_token: expect.stringMatching(/^[\w-]{43}$/),
      token_type: 'Bearer',
      expires_in: 120,
      scope: 'openid',
      id_token: expect.any(String),
    });
    const claims = await verifiedClaims(broker, body.id_token, 'demo-spa');
    expect(claims).toMatchObject({ aud: 'demo-spa', nonce: 'n-1', ssn: TOLVAN });

    const userinfo = await fetchPath('/oauth2/userinfo', {
      headers: { authorization: `Bearer ${body.access_token}`, origin: OWN_ORIGIN },
    });
    expect(userinfo.headers.get('access-control-allow-origin')).toBe(OWN_ORIGIN);
    expect(await userinfo.json()).toMatchObject({ sub: claims.sub, ssn: TOLVAN });
  });

  test('yields the same subject to every application of the tenant', async () => {
    const [spa, web] = await Promise.all([logIn(), logInAs('demo-web')]);
    const [one, two] = await Promise.all([exchange(spa), exchangeCode(broker, web)]);
    const { sub } = await verifiedClaims(broker, one.body.id_token, 'demo-spa');
    expect((await verifiedClaims(broker, two.body.id_token)).sub).toBe(sub);
  });

  // spec: auth.pkce, token.code.redirect-uri
  test.each([
    ['another verifier', () => ({ code_verifier: randomBytes(32).toString('base64url') })],
    ['the challenge itself', () => ({ code_verifier: challengeOf(verifier) })],
    ['no verifier', () => ({ code_verifier: '' })],
    ['another redirect URI', () => ({ redirect_uri: 'http://localhost:3020/callback' })],
  ])('refuses a code with %s', async (_, change) => {
    const callback = await logIn();
    const { status, body } = await exchange(callback, change());
    expect(status).toBe(400);
    expect(body.error).toBe('invalid_grant');
  });

  // spec: setting.client-id
  test('refuses a code of another application', async () => {
    const { status, body } = await exchangeCode(broker, await logIn());
    expect(status).toBe(400);
    expect(body.error).toBe('invalid_grant');
  });

  // spec: code.once
  test('refuses a second use of the code and revokes the tokens of the first', async () => {
    const callback = await logIn();
    const { body } = await exchange(callback);
    expect(await exchange(callback)).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    });
    const userinfo = await fetchPath('/oauth2/userinfo', {
      headers: { authorization: `Bearer ${body.access_token}` },
    });
    expect(userinfo.status).toBe(401);
  });

  // spec: authorize.code-challenge
  test.each([
    ['no challenge', {}],
    ['an empty challenge', { code_challenge: '', code_challenge_method: 'S256' }],
    ['the plain method', { code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' }],
    ['no method', { code_challenge: 'x'.repeat(43) }],
  ])('starts no login with %s', async (_, parameters) => {
    const request = { client_id: 'demo-spa', state: 'xyz', ...parameters };
    const { status, location } = await newBrowser().get(authorizationUrl(broker.issuer, request));
    expect(status).toBe(302);
    const callback = new URL(location!);
    expect(callback.origin).toBe(OWN_ORIGIN);
    expect(errorFieldsIn(callback)).toEqual({
      error: 'invalid_request',
      error_description: expect.any(String),
      state: 'xyz',
      iss: broker.issuer,
    });
  });
});

describe('a request from the page of the application', () => {
  test('passes the preflight', async () => {
    const preflight = await fetchPath('/oauth2/token', {
      method: 'OPTIONS',
      headers: {
        origin: OWN_ORIGIN,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    });
    expect(preflight.status).toBe(204);
    const granted = (name: string) => preflight.headers.get(`access-control-allow-${name}`);
    expect(granted('origin')).toBe(OWN_ORIGIN);
    expect(granted('methods')).toContain('POST');
    expect(granted('headers')).toContain('content-type');
    expect(granted('credentials')).toBeNull();
  });

  test('can read the tokens or the error', async () => {
    const callback = await logIn();
    const refused = await exchange(callback, { code: 'unknown' }, { origin: OWN_ORIGIN });
    expect(refused.status).toBe(400);
    expect(refused.headers.get('access-control-allow-origin')).toBe(OWN_ORIGIN);
    const granted = await exchange(callback, {}, { origin: OWN_ORIGIN });
    expect(granted.status).toBe(200);
    expect(granted.headers.get('access-control-allow-origin')).toBe(OWN_ORIGIN);
  });

  test.each([OTHER_ORIGIN, 'null', `${OWN_ORIGIN}0`])(
    'from %s instead can read the refusal only, and the code stays valid',
    async (origin) => {
      const callback = await logIn();
      const { status, headers, body } = await exchange(callback, {}, { origin });
      expect(status).toBe(403);
      const readable = origin === OTHER_ORIGIN ? origin : null;
      expect(headers.get('access-control-allow-origin')).toBe(readable);
      expect(body.error).toBe('invalid_request');
      expect((await exchange(callback)).status).toBe(200);
    },
  );

  test('can read discovery and keys from any origin', async () => {
    for (const path of ['/.well-known/openid-configuration', '/.well-known/jwks']) {
      const { headers } = await fetchPath(path, { headers: { origin: OTHER_ORIGIN } });
      expect(headers.get('access-control-allow-origin')).toBe('*');
    }
  });
});

/** A login of the public application with the challenge of this test's verifier. */
function logIn(parameters: Readonly<Record<string, string>> = {}): Promise<URL> {
  const challenge = { code_challenge: challengeOf(verifier), code_challenge_method: 'S256' };
  return logInAs('demo-spa', { ...challenge, ...parameters });
}

async function logInAs(
  client_id: string,
  parameters: Readonly<Record<string, string>> = {},
): Promise<URL> {
  const login = await visit(broker, { client_id, ...parameters });
  await decide(broker, await scan(broker, login));
  return login.arrive();
}

function exchange(
  callback: URL,
  change: Readonly<Record<string, string>> = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<TokenAnswer> {
  const code = callback.searchParams.get('code')!;
  const form = { client_id: 'demo-spa', code, code_verifier: verifier, ...change };
  return requestTokens(broker, form, headers);
}

function fetchPath(path: string, init: RequestInit): Promise<Response> {
  return fetch(`${broker.issuer}${path}`, init);
}

function challengeOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

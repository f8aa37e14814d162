import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { decodeProtectedHeader } from 'jose';
import * as oidc from 'openid-client';

import type { Effect } from '../../src/oidc/faults.ts';
import type { Endpoint } from '../../src/oidc/routes.ts';
import { approve, type Bench, idpParams, logIn, startBench, startLogin } from './harness.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.simulator.close());
beforeEach(() => bench.simulator.faults.clear());

function spoil(endpoint: Endpoint, effect: Effect, times = 1): void {
  bench.simulator.faults.add({ profile: 'mitid', endpoint, effect, times });
}

async function exchanged(): Promise<{
  config: oidc.Configuration;
  exchange: () => Promise<oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers>;
}> {
  const config = await bench.discover();
  const login = await startLogin(config, idpParams({ loa_value: 'high' }));
  const callback = await approve(login);
  return { config, exchange: () => oidc.authorizationCodeGrant(config, callback, login.checks) };
}

describe('an ID token with a false statement', () => {
  test.each([
    ['wrong-nonce', 'unexpected ID Token "nonce" claim value'],
    ['wrong-issuer', 'unexpected JWT "iss" (issuer) claim value'],
    ['wrong-audience', 'unexpected JWT "aud" (audience) claim value'],
    [
      'expired',
      'unexpected JWT "exp" (expiration time) claim value, expiration is past current timestamp',
    ],
    ['foreign-key', 'JWT signature verification failed'],
  ] as const)('%s is refused by a client that checks', async (kind, reason) => {
    const { exchange } = await exchanged();
    spoil('token', { kind });
    const error = (await exchange().catch((thrown: unknown) => thrown)) as Error;
    expect([error.message, (error.cause as Error | undefined)?.message]).toContain(reason);
  });

  test('unknown-key names a key that is not published', async () => {
    const { exchange } = await exchanged();
    spoil('token', { kind: 'unknown-key' });
    await expect(exchange()).rejects.toThrow();
  });

  test('not-a-jwt is a word in its place', async () => {
    const { exchange } = await exchanged();
    spoil('token', { kind: 'not-a-jwt' });
    await expect(exchange()).rejects.toMatchObject({
      code: 'OAUTH_INVALID_RESPONSE',
      cause: { message: 'Invalid JWT' },
    });
  });

  test('unknown-key is believed once next-key has published it', async () => {
    const { exchange } = await exchanged();
    spoil('token', { kind: 'unknown-key' });
    spoil('jwks', { kind: 'next-key' });
    expect((await exchange()).claims()?.idp).toBe('mitid');
    const keys = await fetch(`${bench.issuer}/.well-known/openid-configuration/jwks`);
    expect(await keys.json()).toEqual({ keys: [expect.objectContaining({ kid: 'simulated-1' })] });
  });

  test('foreign-key keeps the published kid, and a client without the check accepts it', async () => {
    const lenient = new oidc.Configuration(
      (await bench.discover()).serverMetadata(),
      'broker',
      undefined,
      oidc.ClientSecretPost('a-secret-of-the-broker-for-tests-only'),
    );
    oidc.allowInsecureRequests(lenient);
    const login = await startLogin(lenient);
    spoil('token', { kind: 'foreign-key' });
    const callback = await approve(login);
    const tokens = await oidc.authorizationCodeGrant(lenient, callback, login.checks);
    const keys = await fetch(`${bench.issuer}/.well-known/openid-configuration/jwks`);
    const { keys: published } = (await keys.json()) as { keys: { kid: string }[] };
    expect(published.map(({ kid }) => kid)).toEqual([
      decodeProtectedHeader(String(tokens.id_token)).kid,
    ]);
  });

  test('lower-level states low for a request of high, with a good signature', async () => {
    const { exchange } = await exchanged();
    spoil('token', { kind: 'lower-level' });
    const claims = (await exchange()).claims();
    const low = 'https://data.gov.dk/concept/core/nsis/Low';
    expect([claims?.loa, claims?.ial, claims?.aal]).toEqual([low, low, low]);
  });

  test('other-subject in userinfo contradicts the ID token', async () => {
    const { config, exchange } = await exchanged();
    const tokens = await exchange();
    spoil('userinfo', { kind: 'other-subject' });
    await expect(
      oidc.fetchUserInfo(config, tokens.access_token, String(tokens.claims()?.sub)),
    ).rejects.toMatchObject({
      code: 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
    });
  });
});

describe('an endpoint', () => {
  const ENDPOINTS: readonly [Endpoint, string][] = [
    ['discovery', '/.well-known/openid-configuration'],
    ['jwks', '/.well-known/openid-configuration/jwks'],
    ['par', '/connect/par'],
    ['authorize', '/connect/authorize'],
    ['token', '/connect/token'],
    ['userinfo', '/connect/userinfo'],
  ];

  test.each(ENDPOINTS)('%s fails with 503 as often as requested', async (endpoint, path) => {
    spoil(endpoint, { kind: 'status', status: 503 }, 2);
    const method = endpoint === 'par' || endpoint === 'token' ? 'POST' : 'GET';
    const statuses: number[] = [];
    for (let call = 0; call < 3; call += 1) {
      statuses.push((await fetch(`${bench.issuer}${path}`, { method })).status);
    }
    expect(statuses.slice(0, 2)).toEqual([503, 503]);
    expect(statuses[2]).not.toBe(503);
  });

  test('sends garbage', async () => {
    spoil('jwks', { kind: 'garbage' });
    const response = await fetch(`${bench.issuer}/.well-known/openid-configuration/jwks`);
    expect(response.status).toBe(200);
    await expect(response.json()).rejects.toMatchObject({ name: 'SyntaxError' });
  });

  test('is slow', async () => {
    spoil('jwks', { kind: 'slow', milliseconds: 300 });
    const started = performance.now();
    const response = await fetch(`${bench.issuer}/.well-known/openid-configuration/jwks`);
    expect(response.status).toBe(200);
    expect(performance.now() - started).toBeGreaterThan(290);
  });

  test('hangs until the client gives up', async () => {
    spoil('jwks', { kind: 'hang' });
    const signal = AbortSignal.timeout(300);
    await expect(
      fetch(`${bench.issuer}/.well-known/openid-configuration/jwks`, { signal }),
    ).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  test('breaks the connection before or after the code is used', async () => {
    const before = await exchanged();
    spoil('token', { kind: 'reset' });
    await expect(before.exchange()).rejects.toThrow();
    expect((await before.exchange()).token_type).toBe('bearer');
    const after = await exchanged();
    spoil('token', { kind: 'lost' });
    await expect(after.exchange()).rejects.toThrow();
    await expect(after.exchange()).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  test('works again afterwards', async () => {
    expect((await logIn(bench)).claims.idp).toBe('mitid');
  });
});

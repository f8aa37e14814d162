import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose';
import * as oidc from 'openid-client';

import {
  approve,
  type Bench,
  Browser,
  base64,
  CALLBACK,
  CLIENT,
  idpParams,
  SECRET,
  startBench,
  startLogin,
} from './harness.ts';

const VERIFIER = 'v'.repeat(43);

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.simulator.close());

/** A correct request, changed; undefined removes a parameter. */
async function requestWith(
  changes: Readonly<Record<string, string | undefined>>,
): Promise<Record<string, string>> {
  const request = {
    client_id: CLIENT.client_id,
    response_type: 'code',
    redirect_uri: CALLBACK,
    scope: 'openid mitid',
    state: 'of-the-broker',
    nonce: 'n'.repeat(22),
    code_challenge: await oidc.calculatePKCECodeChallenge(VERIFIER),
    code_challenge_method: 'S256',
    idp_values: 'mitid',
    ...changes,
  };
  const kept = Object.entries(request).filter(([, value]) => value !== undefined);
  return Object.fromEntries(kept) as Record<string, string>;
}

async function push(parameters: Readonly<Record<string, string>>) {
  const response = await fetch(`${bench.issuer}/connect/par`, {
    method: 'POST',
    body: new URLSearchParams({ client_secret: SECRET, ...parameters }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}

function authorizeUrl(parameters: Readonly<Record<string, string>>): string {
  return `${bench.issuer}/connect/authorize?${new URLSearchParams(parameters)}`;
}

type Case = [string, Record<string, string | undefined>, string, string];

const REFUSED: readonly Case[] = [
  [
    'no PKCE',
    { code_challenge: undefined, code_challenge_method: undefined },
    'invalid_request',
    'Authorization Server policy requires PKCE to be used for this request',
  ],
  [
    'plain PKCE',
    { code_challenge: VERIFIER, code_challenge_method: 'plain' },
    'invalid_request',
    'not supported value of code_challenge_method',
  ],
  [
    'plain PKCE by default',
    { code_challenge: VERIFIER, code_challenge_method: undefined },
    'invalid_request',
    'code_challenge_method must be provided',
  ],
  [
    'an unknown identity provider',
    { idp_values: 'nemid' },
    'invalid_request',
    'idp_values is unknown',
  ],
  ['an unknown language', { language: 'sv' }, 'invalid_request', 'language is unknown'],
  ['an unknown scope', { scope: 'openid nin' }, 'invalid_scope', 'scope is unknown'],
  [
    'an unknown prompt',
    { prompt: 'consent' },
    'invalid_request',
    'unsupported prompt value requested',
  ],
  [
    'a response type other than code',
    { response_type: 'id_token' },
    'unsupported_response_type',
    'unsupported response_type requested',
  ],
  [
    'broken JSON',
    { idp_params: '{"mitid":' },
    'invalid_request',
    'idp_params is unknown or malformed',
  ],
  [
    'JSON that is no object',
    { idp_params: '"mitid"' },
    'invalid_request',
    'idp_params is unknown or malformed',
  ],
  [
    'parameters of another identity provider',
    { idp_params: '{"nemid":{"x":1}}' },
    'invalid_request',
    'idp_params.nemid.x is unknown or malformed',
  ],
  [
    'an unknown parameter of MitID',
    idpParams({ text: 'x' }),
    'invalid_request',
    'idp_params.mitid.text is unknown or malformed',
  ],
  [
    'a reference text that is not base64',
    idpParams({ reference_text: 'Pay 200 kr' }),
    'invalid_request',
    'idp_params.mitid.reference_text is not base64 of UTF-8',
  ],
  [
    'a reference text that is not UTF-8',
    idpParams({ reference_text: Buffer.from([0xff, 0xfe]).toString('base64') }),
    'invalid_request',
    'idp_params.mitid.reference_text is not base64 of UTF-8',
  ],
  [
    'a reference text of 131 characters',
    idpParams({ reference_text: base64('æ'.repeat(131)) }),
    'invalid_request',
    'idp_params.mitid.reference_text is longer than 130 characters',
  ],
  [
    'an unknown action',
    idpParams({ action_text: 'PAY' }),
    'invalid_request',
    'idp_params.mitid.action_text is unknown',
  ],
  [
    'a level by its claim',
    idpParams({ loa_value: 'https://data.gov.dk/concept/core/nsis/High' }),
    'invalid_request',
    'idp_params.mitid.loa_value is unknown',
  ],
  [
    'a boolean as text',
    idpParams({ require_psd2: 'true' }),
    'invalid_request',
    'idp_params.mitid.require_psd2 is not a boolean',
  ],
  [
    'a malformed CPR number',
    idpParams({ cpr_hint: '271258-9100' }),
    'invalid_request',
    'idp_params.mitid.cpr_hint is malformed',
  ],
];

describe('a request is refused', () => {
  test.each(REFUSED)('for %s, when it is pushed', async (_why, changes, error, description) => {
    const { status, body } = await push(await requestWith(changes));
    expect(status).toBe(400);
    expect(body).toMatchObject({ error, error_description: description });
  });

  test.each(REFUSED)('for %s, in the query', async (_why, changes, error, description) => {
    // A CPR number is for pushed requests in any case.
    const isPushedOnly = changes.idp_params?.includes('cpr_hint');
    const url = authorizeUrl(await requestWith(changes));
    const { searchParams, hash } = await new Browser().leave(url);
    const answer = new URLSearchParams(hash === '' ? searchParams : hash.slice(1));
    expect(Object.fromEntries(answer)).toMatchObject({
      error,
      error_description: isPushedOnly
        ? 'idp_params.mitid.cpr_hint is for pushed requests only'
        : description,
      state: 'of-the-broker',
    });
  });

  test('not for the longest reference text, in any script', async () => {
    const params = idpParams({ reference_text: base64('😀'.repeat(130)) });
    expect(await push(await requestWith(params))).toMatchObject({ status: 201 });
  });

  test('for a CPR number in the query, not in a pushed request', async () => {
    const request = await requestWith(idpParams({ cpr_hint: '2712589100' }));
    expect(await push(request)).toMatchObject({ status: 201 });
    const callback = await new Browser().leave(authorizeUrl(request));
    expect(callback.searchParams.get('error')).toBe('invalid_request');
    expect(callback.search).not.toContain('2712589100');
  });

  test('for another redirect URI, without going there', async () => {
    const request = await requestWith({ redirect_uri: 'https://attacker.example/callback' });
    expect(await push(request)).toMatchObject({ status: 400 });
    const visit = await new Browser().open(authorizeUrl(request));
    expect(visit).toMatchObject({ kind: 'page', status: 400 });
    expect(visit).toHaveProperty('html', expect.stringMatching(/^invalid_redirect_uri: /));
  });
});

describe('a client is refused', () => {
  test('for a wrong secret', async () => {
    const answer = await push({ ...(await requestWith({})), client_secret: 'x'.repeat(37) });
    expect(answer).toEqual({
      status: 401,
      body: { error: 'invalid_client', error_description: 'client authentication failed' },
    });
  });

  test('for a code with another verifier, or redeemed by another client', async () => {
    const config = await bench.discover();
    const refused = { error: 'invalid_grant' };
    const first = await startLogin(config);
    const checks = { ...first.checks, pkceCodeVerifier: oidc.randomPKCECodeVerifier() };
    await expect(
      oidc.authorizationCodeGrant(config, await approve(first), checks),
    ).rejects.toMatchObject(refused);
    await bench.simulator.addClient('mitid', { ...CLIENT, client_id: 'thief' });
    const thief = await bench.discover(oidc.ClientSecretPost(SECRET), 'thief');
    const second = await startLogin(config);
    await expect(
      oidc.authorizationCodeGrant(thief, await approve(second), second.checks),
    ).rejects.toMatchObject(refused);
  });

  describe('for an assertion', () => {
    let privateKey: CryptoKey;
    beforeAll(async () => {
      const pair = await generateKeyPair('ES256');
      privateKey = pair.privateKey;
      const key = { ...(await exportJWK(pair.publicKey)), use: 'sig', alg: 'ES256' };
      await bench.simulator.addClient('mitid', {
        client_id: 'with-key',
        redirect_uris: [CALLBACK],
        token_endpoint_auth_method: 'private_key_jwt',
        jwks: { keys: [key] },
      });
    });

    async function pushAsserted(claims: Record<string, unknown>, key = privateKey) {
      const assertion = await new SignJWT({
        iss: 'with-key',
        sub: 'with-key',
        aud: bench.issuer,
        jti: oidc.randomState(),
        ...claims,
      })
        .setProtectedHeader({ alg: 'ES256' })
        .setIssuedAt()
        .setExpirationTime(claims.exp === undefined ? '1 minute' : Number(claims.exp))
        .sign(key);
      const response = await fetch(`${bench.issuer}/connect/par`, {
        method: 'POST',
        body: new URLSearchParams({
          ...(await requestWith({ client_id: 'with-key' })),
          client_assertion: assertion,
          client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        }),
      });
      return response.status;
    }

    test('of the issuer or the token endpoint: accepted', async () => {
      expect(await pushAsserted({})).toBe(201);
      expect(await pushAsserted({ aud: `${bench.issuer}/connect/token` })).toBe(201);
    });

    test('of another audience', async () => {
      expect(await pushAsserted({ aud: 'https://netseidbroker.example/op' })).toBe(401);
    });

    test('of another issuer', async () => {
      expect(await pushAsserted({ iss: 'broker' })).toBe(401);
    });

    test('that has expired', async () => {
      expect(await pushAsserted({ exp: 1_700_000_000 })).toBe(401);
    });

    test('by another key', async () => {
      const { privateKey: other } = await generateKeyPair('ES256');
      expect(await pushAsserted({}, other)).toBe(401);
    });

    test('used twice', async () => {
      const jti = oidc.randomState();
      expect(await pushAsserted({ jti })).toBe(201);
      expect(await pushAsserted({ jti })).toBe(401);
    });
  });
});

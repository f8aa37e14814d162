import { createHash } from 'node:crypto';
import {
  approveLogin,
  authorizeUrl,
  finish,
  logIn,
  newUserAgent,
} from '@eid-broker/testing/log-in';
import {
  basic,
  claimsIn,
  codeFields,
  postToken,
  userinfo,
} from '@eid-broker/testing/token-endpoint';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as oidc from 'openid-client';
import { SECRETS, type SecurityBroker, startSecurityBroker } from '../support/security-broker.ts';
import { verifiedClaims } from '../support/tokens.ts';

const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

const HYBRID = {
  client_id: 'web',
  redirect_uri: 'https://app.example.com/cb',
  response_type: 'code id_token',
  scope: 'openid',
  acr_values: 'urn:grn:authn:se:bankid:another-device:qr',
  state: 'st',
} as const;

/** The claims of an ID token besides `sub`. */
const ENVELOPE = ['aud', 'exp', 'iat', 'iss', 'nbf'];

let broker: SecurityBroker;
beforeAll(async () => {
  broker = await startSecurityBroker();
});
afterAll(() => broker.close());

function fragmentOf(location: URL | undefined): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(location?.hash.slice(1)));
}

async function tokensFor(code = ''): Promise<Readonly<Record<string, unknown>>> {
  const { status, body } = await postToken(broker, codeFields(code), basic('web', SECRETS.web));
  expect(status).toBe(200);
  return body;
}

describe('a login with code id_token', () => {
  // spec: id-token.minimal, id-token.minimal.userinfo, userinfo.endpoint
  test('has only sub in both ID tokens, and the other claims at userinfo', async () => {
    const callback = await logIn(broker, { ...HYBRID, scope: 'openid ssn' });
    expect(callback.search).toBe('');
    const { code, id_token, ...rest } = fragmentOf(callback);
    expect(rest).toEqual({ state: 'st' });

    const front = await verifiedClaims(broker, id_token, 'web');
    expect(Object.keys(front).sort()).toEqual([...ENVELOPE, 'c_hash', 'sub'].sort());
    const hash = createHash('sha256').update(code!).digest().subarray(0, 16);
    expect(front.c_hash).toBe(hash.toString('base64url'));

    const tokens = await tokensFor(code);
    const back = await verifiedClaims(broker, String(tokens.id_token), 'web');
    expect(Object.keys(back).sort()).toEqual([...ENVELOPE, 'sub'].sort());
    expect(back.sub).toBe(front.sub);

    const { body } = await userinfo(broker, String(tokens.access_token));
    expect(body).toMatchObject({
      sub: front.sub,
      ssn: '191212121212',
      identityscheme: 'sebankid',
      acr: HYBRID.acr_values,
    });
    expect(body).toHaveProperty('auth_time');
  });

  test('has the nonce in both ID tokens', async () => {
    const { code, id_token } = fragmentOf(await logIn(broker, { ...HYBRID, nonce: 'n-1' }));
    expect(claimsIn(id_token)).toHaveProperty('nonce', 'n-1');
    expect(claimsIn((await tokensFor(code)).id_token)).toHaveProperty('nonce', 'n-1');
  });

  test('has auth_time in both ID tokens when the request has max_age', async () => {
    const { code, id_token } = fragmentOf(await logIn(broker, { ...HYBRID, max_age: '600' }));
    const expected = [...ENVELOPE, 'auth_time', 'sub'].sort();
    const names = (token: unknown) => Object.keys(claimsIn(token)).filter((n) => n !== 'c_hash');
    expect(names(id_token).sort()).toEqual(expected);
    expect(names((await tokensFor(code)).id_token).sort()).toEqual(expected);
  });

  // spec: id-token.minimal.userinfo, userinfo.endpoint
  test('has its evidence at userinfo only, so that the fragment stays short', async () => {
    const callback = await logIn(broker, { ...HYBRID, scope: 'openid evidence' });
    expect(callback.href.length).toBeLessThan(2000);
    const tokens = await tokensFor(fragmentOf(callback).code);
    expect(claimsIn(tokens.id_token)).not.toHaveProperty('evidence');
    const { body } = await userinfo(broker, String(tokens.access_token));
    expect(Object.keys(body)).toEqual(expect.arrayContaining(['evidence', 'ocspResponse']));
  });

  test('works with PKCE and without a client secret', async () => {
    const callback = await logIn(broker, {
      ...HYBRID,
      client_id: 'spa',
      code_challenge: CHALLENGE,
      code_challenge_method: 'S256',
    });
    const { code, id_token } = fragmentOf(callback);
    expect(claimsIn(id_token)).not.toHaveProperty('ssn');
    const fields = { ...codeFields(code!), client_id: 'spa', code_verifier: VERIFIER };
    const { status, body } = await postToken(broker, fields);
    expect(status).toBe(200);
    expect(claimsIn(body.id_token).sub).toBe(claimsIn(id_token).sub);
  });

  // spec: purpose.standards
  test('passes all checks of openid-client', async () => {
    const config = await oidc.discovery(new URL(broker.issuer), 'web', SECRETS.web, undefined, {
      execute: [oidc.allowInsecureRequests],
    });
    oidc.useCodeIdTokenResponseType(config);
    const nonce = oidc.randomNonce();
    const callback = await logIn(broker, { ...HYBRID, nonce, scope: 'openid ssn' });
    const checks = { expectedState: 'st', expectedNonce: nonce };
    const tokens = await oidc.authorizationCodeGrant(config, callback, checks);
    const { sub = '' } = tokens.claims() ?? {};
    const person = await oidc.fetchUserInfo(config, tokens.access_token, sub);
    expect(person).toHaveProperty('name', 'Tolvan Tolvansson');
  });

  test('posts its response with form_post', async () => {
    const { userAgent, page } = await approveLogin(broker, {
      ...HYBRID,
      response_mode: 'form_post',
    });
    const { status, text } = await finish(userAgent, page);
    expect(status).toBe(200);
    for (const name of ['code', 'id_token', 'state']) expect(text).toContain(`name="${name}"`);
  });

  test('yields one code and one ID token to parallel requests of its resume URL', async () => {
    const { userAgent, page } = await approveLogin(broker, HYBRID);
    const { location: resume } = await userAgent.get(page);
    const cookies = userAgent.jar.serializeSync();
    const { CookieJar } = await import('tough-cookie');
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => {
        const jar = CookieJar.deserializeSync(structuredClone(cookies!));
        return newUserAgent(broker.port, {}, jar).get(resume!);
      }),
    );
    const arrivals = answers.map(({ location }) => fragmentOf(location));
    expect(
      arrivals.filter((callback) => 'code' in callback || 'id_token' in callback),
    ).toHaveLength(1);
  });

  test('is refused with the response mode query', async () => {
    const url = authorizeUrl(broker.issuer, { ...HYBRID, response_mode: 'query' });
    const { location } = await newUserAgent(broker.port).get(url);
    expect(location?.searchParams.get('error')).toBe('invalid_request');
  });
});

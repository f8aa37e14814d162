import { readFileSync } from 'node:fs';

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type CryptoKey, importJWK } from 'jose';
import * as oidc from 'openid-client';

import { type Broker, startBroker } from '../support/broker.ts';
import { newBrowser } from '../support/browser.ts';
import { QR_ACR } from '../support/log-in.ts';
import { TOLVAN } from '../support/phone.ts';
import { arrivalOf, REDIRECT_URI, scan, type Visit, visitOf } from '../support/visit.ts';

let broker: Broker;
beforeAll(async () => {
  broker = await startBroker();
});
afterAll(() => broker.close());

/** The applications of the demo, each with one of the ways in which it may prove itself. */
const APPLICATIONS: readonly [string, string, () => Promise<oidc.ClientAuth> | oidc.ClientAuth][] =
  [
    ['client_secret_basic', 'demo-web', () => oidc.ClientSecretBasic('demo-web-secret')],
    ['client_secret_post', 'demo-web', () => oidc.ClientSecretPost('demo-web-secret')],
    ['client_secret_basic', 'demo-backend', () => oidc.ClientSecretBasic('demo-backend-secret')],
    ['private_key_jwt', 'demo-backend', privateKeyJwt],
    ['PKCE alone', 'demo-spa', () => oidc.None()],
  ];

describe('openid-client, as it comes from npm', () => {
  test('understands the discovery document', async () => {
    const metadata = (await discover('demo-web', oidc.None())).serverMetadata();
    expect(metadata).toMatchObject({
      issuer: broker.issuer,
      authorization_endpoint: `${broker.issuer}/oauth2/authorize`,
      token_endpoint: `${broker.issuer}/oauth2/token`,
      userinfo_endpoint: `${broker.issuer}/oauth2/userinfo`,
      jwks_uri: `${broker.issuer}/.well-known/jwks`,
      authorization_response_iss_parameter_supported: true,
    });
    expect(metadata.supportsPKCE()).toBe(true);
  });

  test.each(APPLICATIONS)('logs a person in with %s as %s', async (_, clientId, authentication) => {
    const config = await discover(clientId, await authentication());
    const { callback, checks } = await logIn(config);
    const tokens = await oidc.authorizationCodeGrant(config, callback, checks);
    expect(tokens.token_type).toBe('bearer');
    expect(tokens.expiresIn()).toBeGreaterThan(100);
    const claims = tokens.claims()!;
    expect(claims).toMatchObject({ iss: broker.issuer, aud: clientId, acr: QR_ACR, ssn: TOLVAN });

    const userinfo = await oidc.fetchUserInfo(config, tokens.access_token, claims.sub);
    expect(userinfo).toMatchObject({ sub: claims.sub, name: 'Tolvan Tolvansson', ssn: TOLVAN });
  });

  test('checks how long ago the login was', async () => {
    const config = await discover('demo-web', oidc.ClientSecretBasic('demo-web-secret'));
    const { callback, checks } = await logIn(config, { max_age: '60' });
    const tokens = await oidc.authorizationCodeGrant(config, callback, { ...checks, maxAge: 60 });
    expect(tokens.claims()?.auth_time).toEqual(expect.any(Number));
  });

  test('gets the evidence that it asked for', async () => {
    const config = await discover('demo-web', oidc.ClientSecretBasic('demo-web-secret'));
    const { callback, checks } = await logIn(config, { scope: 'openid evidence' });
    const tokens = await oidc.authorizationCodeGrant(config, callback, checks);
    expect(tokens.claims()).toMatchObject({
      evidence: expect.stringMatching(/^[\w+/=]{1000,}$/),
      ocspResponse: expect.stringMatching(/^[\w+/=]{1000,}$/),
    });
  });

  test('reports a person who declined by the error of the answer', async () => {
    const config = await discover('demo-web', oidc.ClientSecretBasic('demo-web-secret'));
    const { url, checks } = await begin(config);
    const login = await openedBy(url);
    const callback = arrivalOf(await login.press('cancel'));
    await expect(oidc.authorizationCodeGrant(config, callback, checks)).rejects.toMatchObject({
      error: 'access_denied',
      error_description: 'user declined',
    });
  });

  test('is refused with a wrong secret, and the code stays good for the right one', async () => {
    const right = await discover('demo-web', oidc.ClientSecretBasic('demo-web-secret'));
    const wrong = await discover('demo-web', oidc.ClientSecretBasic('not-the-secret'));
    const { callback, checks } = await logIn(right);
    await expect(oidc.authorizationCodeGrant(wrong, callback, checks)).rejects.toMatchObject({
      code: 'OAUTH_WWW_AUTHENTICATE_CHALLENGE',
      status: 401,
      cause: [{ scheme: 'basic', parameters: { error: 'invalid_client' } }],
    });
    const tokens = await oidc.authorizationCodeGrant(right, callback, checks);
    expect(tokens.claims()?.ssn).toBe(TOLVAN);
  });
});

/** Reads the configuration; the signature is checked too, although the token comes by a direct call. */
function discover(clientId: string, authentication: oidc.ClientAuth): Promise<oidc.Configuration> {
  const execute = [oidc.allowInsecureRequests, oidc.enableNonRepudiationChecks];
  return oidc.discovery(new URL(broker.issuer), clientId, {}, authentication, { execute });
}

/** The demo's key, as its owner reads it from the file. */
async function privateKeyJwt(): Promise<oidc.ClientAuth> {
  const file = new URL('../../docs/examples/demo-backend.private.jwk.json', import.meta.url);
  const jwk = JSON.parse(readFileSync(file, 'utf8'));
  const key = (await importJWK(jwk, jwk.alg)) as CryptoKey;
  return oidc.PrivateKeyJwt({ key, kid: jwk.kid });
}

interface Begun {
  readonly url: URL;
  readonly checks: oidc.AuthorizationCodeGrantChecks;
}

/** What an application does before it sends the browser away. */
async function begin(
  config: oidc.Configuration,
  parameters: Readonly<Record<string, string>> = {},
): Promise<Begun> {
  const [state, nonce, verifier] = [
    oidc.randomState(),
    oidc.randomNonce(),
    oidc.randomPKCECodeVerifier(),
  ];
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: REDIRECT_URI,
    scope: 'openid',
    acr_values: QR_ACR,
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...parameters,
  });
  const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier };
  return { url, checks: { ...checks, idTokenExpected: true } };
}

/** The person's part; answers what the browser brings back. */
async function logIn(
  config: oidc.Configuration,
  parameters: Readonly<Record<string, string>> = {},
): Promise<{ readonly callback: URL; readonly checks: oidc.AuthorizationCodeGrantChecks }> {
  const { url, checks } = await begin(config, parameters);
  const login = await openedBy(url);
  const orderRef = await scan(broker, login);
  await broker.phone.decide(orderRef, 'approve');
  // The client's clock is the real one, so ours is not advanced: BankID may be asked again at once instead.
  await broker.sql("update authentication set collect_after = created_at where state = 'pending'");
  return { callback: await login.arrive(), checks };
}

/** A new browser that opens the application's URL. */
async function openedBy(url: URL): Promise<Visit> {
  const browser = newBrowser();
  return visitOf(browser, arrivalOf(await browser.get(url.href)).href);
}

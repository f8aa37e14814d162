import { QR_ACR } from '@eid-broker/testing/log-in';
import { TOLVAN } from '@eid-broker/testing/phone';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as oidc from 'openid-client';
import { type Broker, startBroker } from '../support/broker.ts';
import { arrivalOf } from '../support/visit.ts';
import { approve, begin, discover, openUrl, privateKeyJwt } from './application.ts';

let broker: Broker;
beforeAll(async () => {
  broker = await startBroker();
});
afterAll(() => broker.close());

/** The applications of the demo, each with one of its authentication methods. */
const APPLICATIONS: readonly [string, string, () => Promise<oidc.ClientAuth> | oidc.ClientAuth][] =
  [
    ['client_secret_basic', 'demo-web', () => oidc.ClientSecretBasic('demo-web-secret')],
    ['client_secret_post', 'demo-web', () => oidc.ClientSecretPost('demo-web-secret')],
    ['client_secret_basic', 'demo-backend', () => oidc.ClientSecretBasic('demo-backend-secret')],
    ['private_key_jwt', 'demo-backend', privateKeyJwt],
    ['PKCE alone', 'demo-spa', () => oidc.None()],
  ];

describe('openid-client, as it comes from npm', () => {
  // spec: discovery.document
  test('reads the discovery document', async () => {
    const metadata = (await discover(broker, 'demo-web', oidc.None())).serverMetadata();
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

  // spec: purpose.standards, auth.signed-id-token, token.code.confidential
  test.each(APPLICATIONS)('logs a person in with %s as %s', async (_, clientId, authentication) => {
    const config = await discover(broker, clientId, await authentication());
    const { callback, checks } = await logIn(config);
    const tokens = await oidc.authorizationCodeGrant(config, callback, checks);
    expect(tokens.token_type).toBe('bearer');
    expect(tokens.expiresIn()).toBeGreaterThan(100);
    const claims = tokens.claims()!;
    expect(claims).toMatchObject({ iss: broker.issuer, aud: clientId, acr: QR_ACR, ssn: TOLVAN });

    const userinfo = await oidc.fetchUserInfo(config, tokens.access_token, claims.sub);
    expect(userinfo).toMatchObject({ sub: claims.sub, name: 'Tolvan Tolvansson', ssn: TOLVAN });
  });

  test('checks the age of the login', async () => {
    const config = await discover(broker, 'demo-web', oidc.ClientSecretBasic('demo-web-secret'));
    const { callback, checks } = await logIn(config, { max_age: '60' });
    const tokens = await oidc.authorizationCodeGrant(config, callback, { ...checks, maxAge: 60 });
    expect(tokens.claims()?.auth_time).toEqual(expect.any(Number));
  });

  // spec: id-token.evidence, authorize.scope.evidence
  test('gets the evidence that it requested', async () => {
    const config = await discover(broker, 'demo-web', oidc.ClientSecretBasic('demo-web-secret'));
    const { callback, checks } = await logIn(config, { scope: 'openid evidence' });
    const tokens = await oidc.authorizationCodeGrant(config, callback, checks);
    expect(tokens.claims()).toMatchObject({
      evidence: expect.stringMatching(/^[\w+/=]{1000,}$/),
      ocspResponse: expect.stringMatching(/^[\w+/=]{1000,}$/),
    });
  });

  test('reports the error of a person who declined', async () => {
    const config = await discover(broker, 'demo-web', oidc.ClientSecretBasic('demo-web-secret'));
    const { url, checks } = await begin(config);
    const login = await openUrl(url);
    const callback = arrivalOf(await login.press('cancel'));
    await expect(oidc.authorizationCodeGrant(config, callback, checks)).rejects.toMatchObject({
      error: 'access_denied',
      error_description: 'user declined',
    });
  });

  test('is refused with a wrong secret, and the code stays valid for the right one', async () => {
    const right = await discover(broker, 'demo-web', oidc.ClientSecretBasic('demo-web-secret'));
    const wrong = await discover(broker, 'demo-web', oidc.ClientSecretBasic('not-the-secret'));
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

/** The part of the person; returns the URL that the browser is redirected to. */
async function logIn(
  config: oidc.Configuration,
  parameters: Readonly<Record<string, string>> = {},
): Promise<{ readonly callback: URL; readonly checks: oidc.AuthorizationCodeGrantChecks }> {
  const { url, checks } = await begin(config, parameters);
  const login = await approve(broker, url);
  return { callback: await login.arrive(), checks };
}

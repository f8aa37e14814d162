import { QR_ACR } from '@eid-broker/testing/log-in';
import { TOLVAN } from '@eid-broker/testing/phone';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as oidc from 'openid-client';
import { type Broker, startBroker } from '../support/broker.ts';
import { REDIRECT_URI } from '../support/visit.ts';
import { approve, begin, demoKey, discover, privateKeyJwt } from './application.ts';

let broker: Broker;
beforeAll(async () => {
  broker = await startBroker();
});
afterAll(() => broker.close());

/** An implicit request carries no PKCE challenge. */
const IMPLICIT = { code_challenge: '', code_challenge_method: '' };

describe('openid-client, as it comes from npm, in the browser flows', () => {
  test('accepts an ID token from the fragment', async () => {
    const config = await discover(broker, 'demo-implicit', oidc.None());
    oidc.useIdTokenResponseType(config);
    const { url, checks } = await begin(config, IMPLICIT);
    const callback = await (await approve(broker, url)).arrive();
    expect(callback.search).toBe('');
    const claims = await oidc.implicitAuthentication(config, callback, checks.expectedNonce, {
      expectedState: checks.expectedState,
    });
    expect(claims).toMatchObject({ aud: 'demo-implicit', acr: QR_ACR, ssn: TOLVAN });
  });

  test('accepts a posted ID token', async () => {
    const config = await discover(broker, 'demo-implicit', oidc.None());
    oidc.useIdTokenResponseType(config);
    const { url, checks } = await begin(config, { ...IMPLICIT, response_mode: 'form_post' });
    const answer = await posted(await approve(broker, url));
    const claims = await oidc.implicitAuthentication(config, answer, checks.expectedNonce, {
      expectedState: checks.expectedState,
    });
    expect(claims.ssn).toBe(TOLVAN);
  });

  test('accepts a code with its ID token, and the person from userinfo', async () => {
    const config = await discover(broker, 'demo-web', oidc.ClientSecretBasic('demo-web-secret'));
    oidc.useCodeIdTokenResponseType(config);
    const { url, checks } = await begin(config);
    const callback = await (await approve(broker, url)).arrive();
    expect(callback.search).toBe('');
    const tokens = await oidc.authorizationCodeGrant(config, callback, checks);
    const claims = tokens.claims();
    expect(claims).not.toHaveProperty('ssn');
    const userinfo = await oidc.fetchUserInfo(config, tokens.access_token, claims?.sub ?? '');
    expect(userinfo.ssn).toBe(TOLVAN);
  });

  test('accepts a posted code', async () => {
    const config = await discover(broker, 'demo-web', oidc.ClientSecretPost('demo-web-secret'));
    const { url, checks } = await begin(config, { response_mode: 'form_post' });
    const answer = await posted(await approve(broker, url));
    const tokens = await oidc.authorizationCodeGrant(config, answer, checks);
    expect(tokens.claims()?.ssn).toBe(TOLVAN);
  });

  test.each<[string, () => Promise<oidc.ClientAuth> | oidc.ClientAuth]>([
    ['demo-web', () => oidc.ClientSecretBasic('demo-web-secret')],
    ['demo-spa', () => oidc.None()],
    ['demo-backend', privateKeyJwt],
  ])('pushes the request of %s first', async (clientId, authentication) => {
    const config = await discover(broker, clientId, await authentication());
    const { parameters, checks } = await begin(config);
    const url = await oidc.buildAuthorizationUrlWithPAR(config, { ...parameters });
    expect([...url.searchParams.keys()].sort()).toEqual(['client_id', 'request_uri']);
    const callback = await (await approve(broker, url)).arrive();
    const tokens = await oidc.authorizationCodeGrant(config, callback, checks);
    expect(tokens.claims()?.aud).toBe(clientId);
  });

  test('signs its request', async () => {
    const config = await discover(broker, 'demo-backend', await privateKeyJwt());
    const { parameters, checks } = await begin(config);
    const url = await oidc.buildAuthorizationUrlWithJAR(config, parameters, await demoKey());
    expect([...url.searchParams.keys()].sort()).toEqual(['client_id', 'request']);
    const callback = await (await approve(broker, url)).arrive();
    const tokens = await oidc.authorizationCodeGrant(config, callback, checks);
    expect(tokens.claims()?.acr).toBe(QR_ACR);
  });

  test('finds the logout endpoint, and is redirected from there', async () => {
    const config = await discover(broker, 'demo-web', oidc.ClientSecretBasic('demo-web-secret'));
    const { url, checks } = await begin(config);
    const login = await approve(broker, url);
    const tokens = await oidc.authorizationCodeGrant(config, await login.arrive(), checks);
    const endSession = oidc.buildEndSessionUrl(config, {
      id_token_hint: tokens.id_token ?? '',
      post_logout_redirect_uri: REDIRECT_URI,
      state: 'gone',
    });
    const { location } = await login.browser.get(endSession.href);
    expect(location).toBe(`${REDIRECT_URI}?state=gone`);
  });
});

/** The form that the last page of a login posts to the application. */
async function posted({ browser, url }: Awaited<ReturnType<typeof approve>>): Promise<Request> {
  const { text } = await browser.follow(url);
  const action = /<form[^>]*action="([^"]*)"/.exec(text)?.[1];
  const inputs = [...text.matchAll(/name="([^"]+)" value="([^"]*)"/g)];
  const body = new URLSearchParams();
  for (const [, name = '', value = ''] of inputs) body.append(name, value);
  return new Request(action ?? '', { method: 'POST', body });
}

import { newBrowser } from '@eid-broker/testing/browser';
import { TOLVAN } from '@eid-broker/testing/phone';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { type Broker, startBroker } from '../support/broker.ts';

const QR = 'urn:grn:authn:se:bankid:another-device:qr';
const REDIRECT_URI = 'http://localhost:9999/cb';

let broker: Broker;
beforeAll(async () => {
  broker = await startBroker();
});
afterAll(() => broker.close());

describe('the authorization code flow', () => {
  // spec: purpose.authenticates, flow.authorization-code, authorize.get, token.type
  // spec: token.expires-in, token.id-token, token.access-token, token.success, token.code.full
  // spec: auth.eid, auth.signed-id-token
  test('a person logs in with BankID and the application gets a signed ID token', async () => {
    const browser = newBrowser();
    const request = authorizationUrl({ state: 'xyz', nonce: 'n-1', scope: 'openid' });

    const authorize = await browser.get(request);
    expect(authorize.status).toBe(302);
    expect(authorize.location).toMatch(new RegExp(`^${broker.issuer}/login/[\\w-]{43}$`));
    const page = authorize.location!;

    expect((await browser.get(page)).status).toBe(200);
    const [order] = await broker.phone.orders();
    const { orderRef } = await broker.phone.scan(order!.qrData!, TOLVAN);
    await broker.phone.decide(orderRef, 'approve');
    broker.advance(2);

    const answer = await browser.follow(page);
    expect(answer.status).toBe(302);
    const callback = new URL(answer.location!);
    expect(callback.origin + callback.pathname).toBe(REDIRECT_URI);
    expect([...callback.searchParams.keys()]).toEqual(['code', 'state', 'iss']);
    expect(callback.searchParams.get('state')).toBe('xyz');
    expect(callback.searchParams.get('iss')).toBe(broker.issuer);

    const { status, body } = await exchange(callback.searchParams.get('code')!);
    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: expect.stringMatching(/^[\w-]{43}$/),
      token_type: 'Bearer',
      expires_in: 120,
      scope: 'openid',
      id_token: expect.any(String),
    });

    const jwks = createRemoteJWKSet(new URL(`${broker.issuer}/.well-known/jwks`));
    const { payload, protectedHeader } = await jwtVerify(body.id_token!, jwks, {
      currentDate: broker.now(),
      audience: 'demo-web',
      issuer: broker.issuer,
    });
    expect(protectedHeader).toEqual({ alg: 'RS256', kid: expect.any(String) });
    const sub = payload.sub!;
    expect(sub).toMatch(/^\{[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\}$/);
    const person = {
      sub,
      identityscheme: 'sebankid',
      authenticationtype: QR,
      authenticationmethod: 'urn:oasis:names:tc:SAML:2.0:ac:classes:SoftwarePKI',
      authenticationinstant: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      nameidentifier: sub.replace(/[{}-]/g, ''),
      sessionindex: expect.stringMatching(/^[0-9a-f-]{36}$/),
      country: 'SE',
      acr: QR,
      amr: ['mfa', 'swk'],
      auth_time: expect.any(Number),
      ssn: TOLVAN,
      name: 'Tolvan Tolvansson',
      givenname: 'Tolvan',
      given_name: 'Tolvan',
      surname: 'Tolvansson',
      family_name: 'Tolvansson',
      ipaddress: expect.any(String),
    };
    expect(payload).toEqual({
      ...person,
      iss: broker.issuer,
      aud: 'demo-web',
      nonce: 'n-1',
      iat: expect.any(Number),
      nbf: expect.any(Number),
      exp: payload.iat! + 1200,
    });

    const userinfo = await fetch(`${broker.issuer}/oauth2/userinfo`, {
      headers: { authorization: `Bearer ${body.access_token}` },
    });
    expect(await userinfo.json()).toEqual(person);
  });
});

function authorizationUrl(parameters: Record<string, string>): string {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: 'demo-web',
    redirect_uri: REDIRECT_URI,
    acr_values: QR,
    ...parameters,
  });
  return `${broker.issuer}/oauth2/authorize?${query}`;
}

async function exchange(code: string) {
  const response = await fetch(`${broker.issuer}/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa('demo-web:demo-web-secret')}` },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: REDIRECT_URI,
    }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}

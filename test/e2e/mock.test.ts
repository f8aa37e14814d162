import { authorizeUrl, newUserAgent } from '@eid-broker/testing/log-in';
import { basic, claimsIn, codeFields, postToken } from '@eid-broker/testing/token-endpoint';
import { form, send } from '@eid-broker/testing/wire';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { type Broker, startBroker } from '../support/broker.ts';

const SECRET = 'web-secret-0123456789-0123456789';
const ACR = 'urn:grn:authn:mock';
const CALLBACK = 'https://app.example.com/cb';
const REQUEST = {
  client_id: 'web',
  redirect_uri: CALLBACK,
  response_type: 'code',
  scope: 'openid',
  acr_values: ACR,
};

let broker: Broker;
beforeAll(async () => {
  const variables = () => ({ WEB_SECRET: SECRET });
  broker = await startBroker('test/fixtures/mock.yaml', { variables });
});
afterAll(() => broker.close());

function hint(claims: unknown): string {
  return `mock:${Buffer.from(JSON.stringify(claims)).toString('base64')}`;
}

/** Logs in; the person does nothing. Returns the claims of the ID token. */
async function logIn(loginHint?: string): Promise<Record<string, unknown>> {
  const userAgent = newUserAgent(broker.port);
  const url = authorizeUrl(broker.issuer, { ...REQUEST, login_hint: loginHint });
  const { location: page } = await userAgent.get(url);
  if (page === undefined) throw new Error('no login page');
  let shown = await userAgent.get(page);
  if (shown.location === undefined) {
    broker.advance(2);
    shown = await userAgent.get(page);
  }
  if (shown.location === undefined) throw new Error(`not finished: ${shown.text}`);
  const { location } = await userAgent.get(shown.location);
  const code = location?.searchParams.get('code') ?? '';
  const { body } = await postToken(broker, codeFields(code), basic('web', SECRET));
  return claimsIn(body.id_token);
}

async function post(path: string, fields: Record<string, string>) {
  const posted = form(fields);
  const host = new URL(broker.issuer).host;
  const headers = { host, ...posted.headers, ...basic('backend', SECRET) };
  const { status, text } = await send(broker.port, { ...posted, path, headers });
  return { status, body: JSON.parse(text) as Record<string, unknown> };
}

describe('a login with the mock eID', () => {
  test('needs no person, and has the claims of the request', async () => {
    const claims = { name: 'Åsa Lindström', given_name: 'Åsa', ssn: '199006022397', country: 'SE' };
    expect(await logIn(hint(claims))).toMatchObject({
      ...claims,
      identityscheme: 'mock',
      acr: ACR,
      authenticationtype: ACR,
    });
  });

  test('has a page that names no app', async () => {
    const userAgent = newUserAgent(broker.port);
    const { location: page } = await userAgent.get(authorizeUrl(broker.issuer, REQUEST));
    const { text } = await userAgent.get(page ?? new URL(broker.issuer));
    expect(text).toContain('data-state="answer"');
    expect(text).toContain('<h1 tabindex="-1" data-part="heading">Nearly there</h1>');
    expect(text).toContain('We are checking the answer of Mock eID.');
    expect(text).not.toMatch(/\bapp\b/i);
  });

  test('has a test person without claims of its own', async () => {
    expect(await logIn()).toMatchObject({ name: 'Test Person', country: 'XX' });
  });

  test('has the same sub for the same claims, and another for others', async () => {
    const [one, same, other] = [
      await logIn(hint({ name: 'A', birthdate: '1990-01-01' })),
      await logIn(hint({ birthdate: '1990-01-01', name: 'A' })),
      await logIn(hint({ name: 'B', birthdate: '1990-01-01' })),
    ];
    expect(one.sub).toBe(same.sub);
    expect(one.sub).not.toBe(other.sub);
  });

  const MALFORMED = 'mock of login_hint must be base64 of a JSON object, at most 4096 bytes';
  const REFUSED = 'mock of login_hint may have claims of persons alone, which eIDs here release';
  test.each([
    ['no base64', 'mock:{}', MALFORMED],
    ['no JSON', `mock:${Buffer.from('{').toString('base64')}`, MALFORMED],
    ['a list', hint(['name']), MALFORMED],
    ['too large', hint({ name: 'x'.repeat(4096) }), MALFORMED],
    ['a subject', hint({ sub: 'me' }), REFUSED],
    ['an issuer', hint({ iss: 'https://other.example' }), REFUSED],
    ['an audience', hint({ aud: 'other' }), REFUSED],
    ['an expiry', hint({ exp: 9_999_999_999 }), REFUSED],
    ['a level', hint({ acr: 'urn:grn:authn:se:bankid' }), REFUSED],
    ['a scheme', hint({ identityscheme: 'sebankid' }), REFUSED],
    ['an unknown claim', hint({ is_admin: true }), REFUSED],
    ['a malformed country', hint({ country: 'Sweden' }), REFUSED],
  ])('is refused with %s', async (_, loginHint, description) => {
    const url = authorizeUrl(broker.issuer, { ...REQUEST, login_hint: loginHint });
    const { location } = await newUserAgent(broker.port).get(url);
    expect(location?.searchParams.get('error_description')).toBe(description);
  });

  test('works without a page: headless', async () => {
    const started = await post('/headless/authorize', {
      scope: 'openid',
      acr_values: ACR,
      end_user_ip: '192.0.2.7',
      login_hint: hint({ name: 'Headless' }),
    });
    expect(started).toMatchObject({ status: 200, body: { headless_req_id: expect.any(String) } });
    broker.advance(5);
    const { body } = await post('/oauth2/token', {
      grant_type: 'urn:grn:params:grant-type:headless',
      headless_req_id: String(started.body.headless_req_id),
    });
    expect(claimsIn(body.id_token)).toMatchObject({ name: 'Headless', identityscheme: 'mock' });
  });

  test('works without a page: CIBA', async () => {
    const started = await post('/ciba/bc-authorize', {
      scope: 'openid',
      acr_values: ACR,
      callInitiator: 'RP',
      binding_message: 'Hello',
      login_hint: `sub:ssn:191212121212 ${hint({ name: 'On the phone' })}`,
    });
    expect(started).toMatchObject({ status: 200, body: { auth_req_id: expect.any(String) } });
    broker.advance(5);
    const { body } = await post('/oauth2/token', {
      grant_type: 'urn:openid:params:grant-type:ciba',
      auth_req_id: String(started.body.auth_req_id),
    });
    expect(claimsIn(body.id_token)).toMatchObject({ name: 'On the phone' });
  });
});

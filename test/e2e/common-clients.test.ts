import { authorizeUrl, logIn, newUserAgent, QR_ACR } from '@eid-broker/testing/log-in';
import { basic, claimsIn, codeFields, jsonOf, postToken } from '@eid-broker/testing/token-endpoint';
import { form, send } from '@eid-broker/testing/wire';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { SECRETS, type SecurityBroker, startSecurityBroker } from '../support/security-broker.ts';

// Tests the settings for common clients in docs/sdks.md.

const CALLBACK = 'https://app.example.com/cb';
const REQUEST = {
  redirect_uri: CALLBACK,
  response_type: 'code',
  scope: 'openid email profile',
  state: 'st',
} as const;

let broker: SecurityBroker;
beforeAll(async () => {
  broker = await startSecurityBroker();
});
afterAll(() => broker.close());

test('mod_auth_openidc gets an error by form_post without iss in a query', async () => {
  const request = { ...REQUEST, client_id: 'web', acr_values: QR_ACR };
  const url = authorizeUrl(broker.issuer, {
    ...request,
    prompt: 'none',
    response_mode: 'form_post',
  });
  const { status, text, location } = await newUserAgent(broker.port).get(url);
  expect([status, location]).toEqual([400, undefined]);
  expect(text).toContain(`action="${CALLBACK}"`);
  expect(text).toContain('name="error" value="login_required"');
  expect(text).toContain('name="state" value="st"');
});

test.each([
  ['page-without-acr', 201, undefined],
  ['spa', 400, "missing required parameter 'acr_values'"],
])(
  'checkSession of the browser SDKs works for %s without an eID in the request',
  async (client_id, status, description) => {
    const posted = form({
      ...REQUEST,
      client_id,
      prompt: 'none',
      code_challenge: 'c'.repeat(43),
      code_challenge_method: 'S256',
    });
    const headers = { host: new URL(broker.issuer).host, ...posted.headers };
    const answer = jsonOf(await send(broker.port, { ...posted, path: '/oauth2/par', headers }));
    expect([answer.status, answer.body.error_description]).toEqual([status, description]);
  },
);

test('a client without ES256 and acr_values gets an RS256 token with a sub and without an email', async () => {
  const callback = await logIn(broker, { ...REQUEST, client_id: 'web-without-acr' });
  const { body } = await postToken(
    broker,
    codeFields(callback.searchParams.get('code') ?? ''),
    basic('web-without-acr', SECRETS.web),
  );
  const [header = ''] = String(body.id_token).split('.');
  expect(JSON.parse(Buffer.from(header, 'base64url').toString()).alg).toBe('RS256');
  const claims = claimsIn(String(body.id_token));
  expect(claims).toMatchObject({ sub: expect.any(String), acr: QR_ACR });
  expect(claims).not.toHaveProperty('email');
});

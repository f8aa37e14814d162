import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import type { OidcProfile } from '../../src/oidc/profile.ts';
import { mitid } from '../../src/oidc/profiles/mitid.ts';
import { type OidcSimulator, startOidcSimulator } from '../../src/oidc/simulator.ts';

const T0 = new Date();
const CLIENT = 'broker';
const SECRET = 'a-secret-of-the-broker-for-tests-only';
const profile: OidcProfile = {
  ...mitid,
  name: 'calls',
  country: 'NO',
  parameters: {},
  request: {},
  ciba: { route: '/bc', types: ['customerServiceCall.v1'], expiresIn: 900, interval: 3 },
};

let simulator: OidcSimulator;
let issuer: string;
let token: string;
beforeAll(async () => {
  simulator = await startOidcSimulator({ port: 0, clock: () => T0, profiles: [profile] });
  issuer = String(simulator.issuers.calls);
  await simulator.addClient('calls', {
    client_id: CLIENT,
    client_secret: SECRET,
    redirect_uris: ['https://broker.example/callback'],
  });
  const scope = 'openid permissions/client permissions/ciba';
  token = String((await tokens({ grant_type: 'client_credentials', scope })).body.access_token);
});
afterAll(() => simulator.close());

const basic = () => `Basic ${Buffer.from(`${CLIENT}:${SECRET}`).toString('base64')}`;
const bearer = () => `Bearer ${token}`;

async function post(path: string, body: URLSearchParams | string, authorization: string) {
  const type = typeof body === 'string' ? { 'Content-Type': 'application/json' } : {};
  const headers = { authorization, ...type };
  const response = await fetch(`${issuer}${path}`, { method: 'POST', headers, body });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const tokens = (parameters: Record<string, string>, authorization = basic()) =>
  post('/connect/token', new URLSearchParams(parameters), authorization);

function permission(changes: object = {}): string {
  const seconds = Math.floor(T0.getTime() / 1000);
  const statement = JSON.stringify({ nonce: 'n', id: 'i' });
  return JSON.stringify({
    type: 'customerServiceCall.v1',
    loa: 'sub',
    iat: seconds,
    exp: seconds + 900,
    permission: Buffer.from(statement).toString('base64'),
    intents: ['ciba'],
    loginHint: [{ scheme: 'nnin', value: '15889010069' }],
    ...changes,
  });
}

async function permitted() {
  const { body } = await post('/permissions', permission(), bearer());
  return {
    scope: 'openid permissions/ciba',
    login_hint_token: String(body.permissionToken),
    binding_message: String(body.bindingMessage),
  };
}

const ask = (parameters: Record<string, string>, authorization = bearer()) =>
  post('/bc', new URLSearchParams(parameters), authorization);

describe('a permission', () => {
  test.each([
    ['another scheme', { loginHint: [{ scheme: 'phone', value: '15889010069' }] }],
    ['no person', { loginHint: [] }],
    ['no use', { intents: [] }],
    ['an end in the past', { exp: 1 }],
    ['a statement without a nonce', { permission: Buffer.from('{}').toString('base64') }],
    ['a statement that is not base64', { permission: '{}' }],
  ])('is refused with %s', async (_, changes) => {
    expect(await post('/permissions', permission(changes), bearer())).toEqual({
      status: 400,
      body: { error: 'invalid_request' },
    });
  });

  test('is refused with an unknown type, for an unknown person, and without a token', async () => {
    const answers = await Promise.all([
      post('/permissions', permission({ type: 'payment.v1' }), bearer()),
      post(
        '/permissions',
        permission({ loginHint: [{ scheme: 'nnin', value: '29820012346' }] }),
        bearer(),
      ),
      post('/permissions', permission(), basic()),
    ]);
    expect(answers.map(({ status, body }) => [status, body.error])).toEqual([
      [400, 'unsupported_type'],
      [404, 'unknown_user'],
      [401, 'invalid_token'],
    ]);
  });
});

describe('a request by CIBA', () => {
  test('names its lifetime and interval, and the address of permissions is announced', async () => {
    const { status, body } = await ask(await permitted());
    expect([status, body]).toEqual([
      200,
      { auth_req_id: expect.any(String), expires_in: 900, interval: 3 },
    ]);
    const discovery = await fetch(`${issuer}/.well-known/openid-configuration`);
    expect(await discovery.json()).toMatchObject({
      permissions_endpoint: `${issuer}/permissions`,
      backchannel_authentication_endpoint: `${issuer}/bc`,
      backchannel_token_delivery_modes_supported: ['poll'],
    });
  });

  test('is refused with client credentials, other words, a used permission, or another hint', async () => {
    const used = await permitted();
    await ask(used);
    const { scope } = await permitted();
    const answers = await Promise.all([
      ask(await permitted(), basic()),
      ask({ ...(await permitted()), binding_message: 'Other words' }),
      ask(used),
      ask({ scope, login_hint: '15889010069' }),
    ]);
    expect(answers.map(({ status, body }) => [status, body.error])).toEqual([
      [401, 'invalid_token'],
      [400, 'invalid_binding_message'],
      [400, 'expired_login_hint_token'],
      [400, 'invalid_request'],
    ]);
  });

  test('and its permission are refused with a token for something else', async () => {
    const tokenFor = async (scope: string) => {
      const { body } = await tokens({ grant_type: 'client_credentials', scope });
      return `Bearer ${body.access_token}`;
    };
    const forCiba = await tokenFor('permissions/ciba');
    const forPermissions = await tokenFor('permissions/client');
    const answers = [
      await post('/permissions', permission(), forCiba),
      await ask(await permitted(), forPermissions),
      await ask(await permitted(), 'Bearer unknown'),
      await ask(await permitted(), forCiba),
    ];
    expect(answers.map(({ status, body }) => [status, body.error])).toEqual([
      [401, 'invalid_token'],
      [401, 'invalid_token'],
      [401, 'invalid_token'],
      [200, undefined],
    ]);
  });

  test('is refused without a permission, and with one that nobody gave', async () => {
    const { scope } = await permitted();
    const answers = [await ask({ scope }), await ask({ scope, login_hint_token: 'unknown' })];
    expect(answers.map(({ status, body }) => [status, body.error])).toEqual([
      [400, 'invalid_request'],
      [400, 'expired_login_hint_token'],
    ]);
  });

  test('is polled no faster than its interval, until it expires', async () => {
    const { body } = await ask(await permitted());
    const grant_type = 'urn:openid:params:grant-type:ciba';
    const poll = async () => {
      const parameters = { grant_type, auth_req_id: String(body.auth_req_id) };
      return (await tokens(parameters, bearer())).body.error;
    };
    expect([await poll(), await poll()]).toEqual(['authorization_pending', 'slow_down']);
    simulator.clock.advance(3);
    expect(await poll()).toBe('authorization_pending');
    simulator.clock.advance(897);
    expect([await poll(), await poll()]).toEqual(['expired_token', 'invalid_grant']);
  });
});

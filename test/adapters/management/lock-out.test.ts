import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { type ManagementApi, startManagement } from '../../support/management.ts';

const WEB = '/api/tenants/shop/applications/web';

let api: ManagementApi;
beforeAll(async () => {
  api = await startManagement();
});
afterAll(() => api.close());

test('a change that would lock people out is refused unless it is allowed', async () => {
  const body = { redirectUris: ['https://app.example.com/new'] };
  const patch = (query = '') =>
    api.call(`PATCH ${WEB}${query}`, { body, headers: { 'if-match': '*' } });
  await noteLogin('25 hours');
  const unused = await api.call(`PATCH ${WEB}`, {
    body: { redirectUris: ['https://app.example.com/second'] },
    headers: { 'if-match': '*' },
  });
  expect(unused.status).toBe(200);

  await noteLogin('23 hours');
  const planned = await patch('?dryRun=true');
  const reason = 'none of its redirect URIs stays';
  expect([planned.status, planned.json.locksOut]).toEqual([
    200,
    [{ tenant: 'shop', application: 'web', reason }],
  ]);
  const refused = await patch();
  expect([refused.status, refused.json.errors]).toEqual([
    409,
    [{ path: 'applications/web', message: reason }],
  ]);
  expect((await api.call(`GET ${WEB}`)).etag).toBe(unused.etag);
  const added = await api.call(`POST ${WEB}/secrets?allowLockOut=false`, {
    body: { othersExpireAt: '2020-01-01T00:00:00Z' },
  });
  expect([added.status, added.json.errors[0].message]).toEqual([
    409,
    'none of its secrets and keys stays usable',
  ]);

  const allowed = await patch('?allowLockOut=true');
  expect([allowed.status, allowed.json.redirectUris]).toEqual([200, body.redirectUris]);
});

test("neither the console's own application nor its domain goes in silence", async () => {
  const own = await startManagement(undefined, {
    MANAGEMENT_ISSUER: 'http://localhost:1',
    MANAGEMENT_CLIENT_ID: 'console',
    MANAGEMENT_CLIENT_SECRET: 'a-secret-of-the-console',
    MANAGEMENT_ACR_VALUES: 'urn:grn:authn:mock',
  });
  const made = await own.call('POST /api/tenants/shop/applications', {
    body: {
      clientId: 'console',
      name: 'Console',
      flows: ['authorization-code'],
      redirectUris: [`${own.url}/login/callback`],
      secrets: [{ value: 'a-secret-of-the-console' }],
    },
  });
  expect(made.status).toBe(201);
  for (const object of ['applications/console', 'domains/localhost:1']) {
    const remove = (query: string) =>
      own.call(`DELETE /api/tenants/shop/${object}${query}`, { headers: { 'if-match': '*' } });
    const refused = await remove('');
    expect([refused.status, refused.json.errors[0].message]).toEqual([
      409,
      expect.stringMatching(/^administrators log in with it: /),
    ]);
    expect((await remove('?dryRun=true')).json.locksOut).toHaveLength(1);
  }
  await own.close();
});

/** An outcome of that age, as the flows write it. */
async function noteLogin(age: string): Promise<void> {
  await api.sql(
    `insert into authentication_event
       (authentication_id, tenant_id, issuer, client_id, channel, kind, acr, outcome, at, event_mac)
     values ($1, 'shop', 'http://localhost:1', 'web', 'browser', 'identify', 'urn:grn:authn:mock',
       'identified', now() - $2::interval, '')`,
    [`login-${age}`, age],
  );
}

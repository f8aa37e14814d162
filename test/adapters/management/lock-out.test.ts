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

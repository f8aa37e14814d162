import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { type ManagementApi, startManagement } from '../../support/management.ts';

const MOCK = 'urn:grn:authn:mock';

let api: ManagementApi;
beforeAll(async () => {
  api = await startManagement();
});
afterAll(() => api.close());

test('the outcomes of the last hour are counted beside the usual, at the domains of the settings', async () => {
  await store({ hoursAgo: 0.5, outcome: 'identified', logins: 10 });
  await store({ hoursAgo: 0.5, outcome: 'expired', logins: 40 });
  await store({ hoursAgo: 0.1, outcome: null, logins: 1 });
  await store({ hoursAgo: 24.5, outcome: 'identified', logins: 45 });
  await store({ hoursAgo: 24.5 * 7 - 3, outcome: 'expired', logins: 5 });
  // Of another hour, another eID, another domain and another tenant.
  await store({ hoursAgo: 23.5, outcome: 'identified', logins: 3 });
  await store({ hoursAgo: 0.5, outcome: 'identified', logins: 3, acr: 'urn:grn:authn:other' });
  await store({ hoursAgo: 0.5, outcome: 'identified', logins: 3, issuer: 'https://gone.example' });
  await store({ hoursAgo: 0.5, outcome: 'identified', logins: 3, tenant: 'other' });

  const { status, json } = await api.call('GET /api/tenants/shop/eids/mock:test/outcomes');
  expect(status).toBe(200);
  expect(json).toEqual({
    circuit: null,
    lastAnswerAt: null,
    until: expect.stringMatching(/Z$/),
    verdict: 'worse',
    items: [
      { outcome: 'expired', now: 40, usual: 0.7 },
      { outcome: 'identified', now: 10, usual: 6.4 },
      { outcome: null, now: 1, usual: 0 },
    ],
  });
  expect((await api.call('GET /api/tenants/shop/eids/mock/outcomes')).status).toBe(404);
});

test('the hours are read by the index of lists', async () => {
  const hour = (days: number) => `select outcome from login_timeline where tenant_id = 'shop'
    and began_at < now() - ${days} * interval '24 hours'
    and began_at >= now() - ${days} * interval '24 hours' - interval '1 hour'
    order by began_at desc limit 10000`;
  await api.sql(
    `insert into login_timeline (login_key, tenant_id, code, issuer, channel, began_at, steps)
      select 'old-' || n, 'shop', 'old-' || n, 'i', 'browser', now() - n * interval '1 minute', '[]'
      from generate_series(1, 20000) n`,
  );
  await api.sql('analyze login_timeline');
  const rows = await api.sql(`explain ${hour(3)}`);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('login_timeline_began');
  expect(plan).not.toContain('Seq Scan');
});

interface Logins {
  readonly hoursAgo: number;
  readonly outcome: string | null;
  readonly logins: number;
  readonly acr?: string;
  readonly issuer?: string;
  readonly tenant?: string;
}

async function store(own: Logins): Promise<void> {
  const { hoursAgo, outcome, logins, acr = MOCK, tenant = 'shop' } = own;
  const { issuer = 'http://localhost:1' } = own;
  await api.sql(
    `insert into login_timeline (login_key, tenant_id, code, issuer, client_id, channel, acr, outcome, began_at, steps)
      select key, $1, key, $2, 'web', 'browser', $3, $4, now() - $5 * interval '1 hour', '[]'
      from (select gen_random_uuid()::text as key from generate_series(1, $6)) as given`,
    [tenant, issuer, acr, outcome, hoursAgo, logins],
  );
}

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { type ManagementApi, startManagement } from '../../support/management.ts';

const SHOP = '/api/tenants/shop';
const KEYS = `${SHOP}/domains/localhost%3A1/keys`;

let api: ManagementApi;
beforeAll(async () => {
  api = await startManagement();
  await api.sql(`insert into authentication_event (authentication_id, tenant_id, issuer, client_id,
      channel, kind, acr, outcome, at, event_mac, position)
    select 'attempt-' || n, 'shop', 'http://localhost:1', case when n % 2 = 0 then 'web' else '=spa' end,
      'browser', 'authentication', 'urn:grn:authn:mock',
      (array['identified', 'remembered', 'declined'])[n % 3 + 1],
      timestamptz '2026-11-01T00:00:00Z' + n * interval '1 hour', '', n
    from generate_series(1, 12) n`);
});
afterAll(() => api.close());

describe('events', () => {
  test('come newest first, in pages, as a webhook would get them', async () => {
    const first = await api.call(`GET ${SHOP}/events?limit=5`);
    expect(first.json.items[0]).toEqual({
      position: 12,
      at: '2026-11-01T12:00:00.000000Z',
      authentication: 'attempt-12',
      issuer: 'http://localhost:1',
      application: 'web',
      channel: 'browser',
      kind: 'authentication',
      acr: 'urn:grn:authn:mock',
      outcome: 'identified',
      hint: null,
    });
    const second = await api.call(`GET ${SHOP}/events?limit=5&cursor=${first.json.next}`);
    const third = await api.call(`GET ${SHOP}/events?limit=5&cursor=${second.json.next}`);
    const positions = [first, second, third].flatMap(({ json }) =>
      json.items.map(({ position }: { position: number }) => position),
    );
    expect([positions, third.json.next]).toEqual([[12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1], null]);
    expect((await api.call('GET /api/tenants/other/events')).json).toEqual({
      items: [],
      next: null,
    });
  });

  test('are counted, also as CSV without formulas', async () => {
    const time = 'from=2026-11-01T00:00:00Z&until=2026-11-01T07:00:00Z';
    const { json } = await api.call(`GET ${SHOP}/usage?${time}`);
    const row = { acr: 'urn:grn:authn:mock', kind: 'authentication' };
    expect(json.items).toEqual([
      { application: '=spa', ...row, identified: 1, remembered: 1, ended: 1 },
      { application: 'web', ...row, identified: 1, remembered: 1, ended: 1 },
    ]);
    const csv = await api.call(`GET ${SHOP}/usage?${time}`, { headers: { accept: 'text/csv' } });
    expect(csv.text.split('\r\n')).toEqual([
      'application,acr,kind,identified,remembered,ended',
      "'=spa,urn:grn:authn:mock,authentication,1,1,1",
      'web,urn:grn:authn:mock,authentication,1,1,1',
      '',
    ]);
    const bad = await api.call(`GET ${SHOP}/usage?from=yesterday`);
    expect([bad.status, bad.json.errors]).toEqual([
      400,
      [
        { path: 'from', message: 'must be a moment such as 2027-01-31T12:00:00Z' },
        { path: 'until', message: 'is required' },
      ],
    ]);
  });
});

describe('the delivery to a webhook', () => {
  test('is shown, and repeated from a position on', async () => {
    const path = `${SHOP}/webhooks/billing`;
    await api.sql(`update webhook set delivered_position = 9, lease = 4, failures = 2,
      next_at = '2030-01-01T00:00:00Z' where id = 'billing'`);
    const before = await api.call(`GET ${path}/deliveries`);
    expect(before.json).toMatchObject({
      deliveredPosition: 9,
      failures: 2,
      nextAt: '2030-01-01T00:00:00.000Z',
    });
    expect((await api.call(`POST ${path}/replay`, { body: { from: 4 } })).status).toBe(204);
    const after = await api.call(`GET ${path}/deliveries`);
    expect(after.json).toMatchObject({ deliveredPosition: 3, failures: 0, nextAt: null });
    const [row] = await api.sql("select lease::int from webhook where id = 'billing'");
    expect(row).toEqual({ lease: 5 });
    expect((await api.call(`POST ${path}/replay`, { body: { from: 11 } })).status).toBe(204);
    expect((await api.call(`GET ${path}/deliveries`)).json.deliveredPosition).toBe(3);
    expect((await api.call(`POST ${path}/replay`, { body: { from: 0 } })).status).toBe(422);
    expect((await api.call(`GET ${SHOP}/webhooks/none/deliveries`)).status).toBe(404);
  });
});

describe('the keys of a domain', () => {
  test('are listed without their private parts, published, and replaced after a leak', async () => {
    const { json } = await api.call(`GET ${KEYS}`);
    expect(json.items.map(({ alg, state }: Record<string, string>) => [alg, state])).toEqual([
      ['RS256', 'current'],
      ['ES256', 'current'],
    ]);
    expect(Object.keys(json.items[0])).toEqual(['kid', 'alg', 'state', 'createdAt', 'until']);
    const rotated = await api.call(`POST ${KEYS}`);
    expect([rotated.status, rotated.json.what]).toEqual([200, 'published']);
    const replaced = await api.call(`POST ${KEYS}`, { body: { act: 'replace' } });
    expect(replaced.json).toEqual({ issuer: 'http://localhost:1', what: 'replaced' });
    const { json: fresh } = await api.call(`GET ${KEYS}`);
    const kids = (items: { kid: string }[]) => items.map(({ kid }) => kid);
    expect(kids(fresh.items).filter((kid) => kids(json.items).includes(kid))).toEqual([]);
    expect((await api.call(`POST ${KEYS}`, { body: { act: 'burn' } })).status).toBe(422);
    expect((await api.call(`GET ${SHOP}/domains/none/keys`)).status).toBe(404);
  });
});

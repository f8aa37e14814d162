import { createTestDatabase, type TestDatabase } from '@eid-broker/testing/database';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';

import { pgRecentUse } from '../../../../src/adapters/postgres/events/recent-use.ts';
import {
  pgTenantUsage,
  pgUsageCounts,
  spansOf,
} from '../../../../src/adapters/postgres/events/usage-counts.ts';
import { countUsage } from '../../../../src/management/count-usage.ts';

const FROM = new Date('2026-08-30T21:15:00Z');
const UNTIL = new Date('2026-11-02T03:20:00Z');
/** One event for each 17 minutes of four months; the last ones have no position yet. */
const FILL = `insert into authentication_event (authentication_id, tenant_id, issuer, client_id, channel, kind, acr, outcome, at,
    event_mac, position)
  select tenant || n, tenant, 'i', 'client-' || n % 3, 'browser', 'authentication', 'acr-' || n % 2,
    (array['identified', 'remembered', 'declined', 'expired'])[n % 4 + 1],
    timestamptz '2026-08-01T00:00:00Z' + n * interval '17 minutes', '', case when n <= 10000 then n end
  from generate_series(1, 10300) n, unnest('{shop,other}'::text[]) tenant`;
const EXPECTED = `select client_id as application, acr, kind,
    count(*) filter (where outcome = 'identified')::int as identified,
    count(*) filter (where outcome = 'remembered')::int as remembered,
    count(*) filter (where outcome in ('declined', 'expired'))::int as ended
  from authentication_event where tenant_id = 'shop' and at >= $1 and at < $2
  group by client_id, acr, kind order by client_id, acr`;

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 4 });
  await pool.query("insert into tenant (id, name) values ('shop', 'Shop'), ('other', 'Other')");
  await pool.query(FILL);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

describe('the usage of a tenant', () => {
  test('is exact before, while and after the events are counted, for any period', async () => {
    const counts = pgUsageCounts(pool);
    await expectExact();
    expect(await counts.count('shop', 3_000)).toBe(3_000);
    await expectExact();
    await countUsage(counts, () => true);
    await expectExact();
    expect(await counts.behind(10)).toEqual([]);
    await pool.query(
      'update authentication_event set position = sequence + 20000 where position is null',
    );
    await expectExact();
  });

  test('counts each event once when replicas count at the same time', async () => {
    await pool.query('truncate usage_count, usage_position');
    const counts = pgUsageCounts(pool);
    await Promise.all([1, 2, 3, 4].map(() => countUsage(counts, () => true)));
    await countUsage(counts, () => true);
    const { rows } = await pool.query(
      `select span, sum(identified + remembered + ended)::int as events from usage_count
        where tenant_id = 'shop' group by span order by span`,
    );
    expect(rows).toEqual(['day', 'hour', 'month'].map((span) => ({ span, events: 10_300 })));
    await expectExact();
  });

  test('reads no single event of whole hours that are counted', async () => {
    const { rows } = await pool.query(
      `select sum(identified + remembered + ended)::int as events from usage_count`,
    );
    await pool.query("delete from authentication_event where tenant_id = 'shop'");
    const all = await pgTenantUsage(pool)(
      'shop',
      new Date('2026-01-01T00:00:00Z'),
      new Date('2027-01-01T00:00:00Z'),
    );
    const events = all.reduce((sum, row) => sum + row.identified + row.remembered + row.ended, 0);
    expect([events, rows[0]?.events]).toEqual([10_300, 6 * 10_300]);
  });
});

describe('the recent use of applications', () => {
  const SINCE = new Date('2026-11-29T12:00:00Z');
  const DIRECT = `select distinct client_id as "clientId", issuer, acr, channel from authentication_event
    where tenant_id = 'other' and client_id = any($1) and at >= $2 and outcome in ('identified', 'remembered')`;
  const CLIENTS = ['client-0', 'client-2'];
  const recent = (since = SINCE) => pgRecentUse(pool)('other', CLIENTS, since);

  test('is exact before, while and after the events are counted', async () => {
    await pool.query('truncate usage_count, usage_position, application_use');
    await pool.query(
      "update authentication_event set position = null where tenant_id = 'other' and position % 7 = 0",
    );
    const { rows } = await pool.query(DIRECT, [CLIENTS, SINCE]);
    const counts = pgUsageCounts(pool);
    const found = [await recent()];
    await counts.count('other', 4_000);
    found.push(await recent());
    await countUsage(counts, () => true);
    found.push(await recent());
    expect(found.map((uses) => new Set(uses))).toEqual(
      [rows, rows, rows].map((all) => new Set(all)),
    );
    expect(rows.length).toBeGreaterThan(1);
    expect(await recent(new Date('2026-12-05T00:00:00Z'))).toEqual([]);
  });

  test('reads no event that is counted', async () => {
    const before = await recent();
    await pool.query("delete from authentication_event where tenant_id = 'other' and position > 0");
    expect(new Set(await recent())).toEqual(new Set(before));
  });
});

async function expectExact(): Promise<void> {
  const usage = pgTenantUsage(pool);
  const periods: readonly (readonly [string, string])[] = [
    [FROM.toISOString(), UNTIL.toISOString()],
    ['2026-09-01T00:00:00Z', '2026-11-01T00:00:00Z'],
    ['2026-09-10T10:05:00Z', '2026-09-10T10:50:00Z'],
    ['2026-09-10T10:05:00Z', '2026-09-10T12:50:00Z'],
    ['2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z'],
    ['2026-11-25T00:00:00Z', '2026-11-30T23:59:59.999Z'],
    ['2026-09-10T10:05:00Z', '2026-09-10T10:05:00Z'],
  ];
  for (const [from, until] of periods) {
    const { rows } = await pool.query(EXPECTED, [from, until]);
    expect(await usage('shop', new Date(from), new Date(until))).toEqual(rows);
  }
}

describe('the spans of a period', () => {
  test('are the whole months, days and hours within it', () => {
    expect(spansOf(FROM, UNTIL).map((at) => at.toISOString())).toEqual([
      '2026-09-01T00:00:00.000Z',
      '2026-11-01T00:00:00.000Z',
      '2026-08-31T00:00:00.000Z',
      '2026-11-02T00:00:00.000Z',
      '2026-08-30T22:00:00.000Z',
      '2026-11-02T03:00:00.000Z',
    ]);
  });

  test('are empty at its end where none is whole', () => {
    const [from, until] = [new Date('2026-09-10T10:05:00Z'), new Date('2026-09-10T10:50:00Z')];
    expect(spansOf(from, until)).toEqual([until, until, until, until, until, until]);
  });
});

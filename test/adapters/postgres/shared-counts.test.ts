import { sharedCountsContract } from '@eid-broker/testing/contracts/shared-counts';
import { createTestDatabase } from '@eid-broker/testing/database';
import { at } from '@eid-broker/testing/sample-authentication';
import { expect, test } from '@jest/globals';
import { makeRequestLimits } from '../../../src/adapters/admission/request-limits.ts';
import { pgRateLimits, pgSharedCounts } from '../../../src/adapters/postgres/rate-limits.ts';
import { openTestPool, pgReplicas } from '../../support/pg-replicas.ts';

sharedCountsContract(
  'pgSharedCounts',
  pgReplicas(({ pool }) => pgSharedCounts(pool)),
);

test('windows are purged with those of the rate limits, and a copy of the table reveals no key', async () => {
  const database = await createTestDatabase();
  const pool = openTestPool(database);
  const address = 'address 203.0.113.7';
  const window = { startsAt: at(0), endsAt: at(10) };
  await pgSharedCounts(pool).add(window, new Map([[address, 1]]));
  const { rows } = await pool.query('select *, key_hash::text as raw_key from rate_limit');
  expect(rows).toHaveLength(1);
  for (const secret of [address, Buffer.from(address).toString('hex')]) {
    expect(JSON.stringify(rows)).not.toContain(secret);
  }
  expect(await pgRateLimits(pool).purge(at(10), 10)).toBe(0);
  expect(await pgRateLimits(pool).purge(at(11), 10)).toBe(1);
  await pool.end();
  await database.drop();
});

test('three replicas let one address pass no more often than one replica, plus the requests of a second', async () => {
  const database = await createTestDatabase();
  const pools = [1, 2, 3].map(() => openTestPool(database));
  const log = { info() {}, warn() {}, error() {} };
  const perSecond = { address: 30, 'address-starts': 30, client: 30, tenant: 30 };
  const replicas = pools.map((pool) =>
    makeRequestLimits({ sharedCounts: pgSharedCounts(pool), perSecond, clock: () => at(0), log }),
  );
  let passed = 0;
  for (let second = 0; second < 9; second += 1) {
    for (let request = 0; request < 100; request += 1) {
      try {
        replicas[request % 3]?.count('address', '203.0.113.7');
        passed += 1;
      } catch {}
    }
    await Promise.all(replicas.map((replica) => replica.share()));
  }
  expect(passed).toBeGreaterThanOrEqual(300);
  expect(passed).toBeLessThanOrEqual(400);
  await Promise.all(pools.map((pool) => pool.end()));
  await database.drop();
});

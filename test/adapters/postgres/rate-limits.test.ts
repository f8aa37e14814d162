import { rateLimitsContract } from '@eid-broker/testing/contracts/rate-limits';
import { createTestDatabase } from '@eid-broker/testing/database';
import { winners } from '@eid-broker/testing/races';
import { at } from '@eid-broker/testing/sample-authentication';
import { expect, test } from '@jest/globals';
import { pgRateLimits } from '../../../src/adapters/postgres/rate-limits.ts';
import { openTestPool, pgReplicas } from '../../support/pg-replicas.ts';
import { heldBack } from '../../support/run-while-locked.ts';

rateLimitsContract(
  'pgRateLimits',
  pgReplicas(({ pool }) => pgRateLimits(pool)),
);

test.each([
  ['in a window', 1],
  ['after it', 61],
])('concurrent uses do not exceed the limit %s', async (_when, seconds) => {
  const database = await createTestDatabase();
  const pool = openTestPool(database);
  const limit = { most: 3, seconds: 60 };
  const take = async () =>
    (await pgRateLimits(pool).take([{ key: 'key', limit }], at(seconds))).isTaken;
  await pgRateLimits(pool).take([{ key: 'key', limit }], at(0));
  const lock = 'select from rate_limit for update';
  const answers = await heldBack(pool, lock, [take, take, take, take]);
  expect(winners(answers)).toHaveLength(seconds < 60 ? 2 : 3);
  await pool.end();
  await database.drop();
});

test('a refused use writes nothing', async () => {
  const database = await createTestDatabase();
  const pool = openTestPool(database);
  const rateLimits = pgRateLimits(pool);
  const full = { key: 'full', limit: { most: 1, seconds: 60 } };
  await rateLimits.take([full], at(0));
  const trace = async () =>
    (await pool.query('select ctid::text, xmin::text, xmax::text, uses from rate_limit')).rows;
  const before = await trace();
  const other = { key: 'other', limit: { most: 1, seconds: 60 } };
  expect(await rateLimits.take([other, full], at(1))).toMatchObject({ isTaken: false });
  expect(await trace()).toEqual(before);
  await pool.end();
  await database.drop();
});

test('a use that is refused for one key is undone for the other', async () => {
  const database = await createTestDatabase();
  const pool = openTestPool(database);
  const scarce = { key: 'scarce', limit: { most: 2, seconds: 60 } };
  const plenty = { key: 'plenty', limit: { most: 9, seconds: 60 } };
  await pgRateLimits(pool).take([scarce], at(0));
  const take = async () => (await pgRateLimits(pool).take([scarce, plenty], at(1))).isTaken;
  const answers = await heldBack(pool, 'select from rate_limit for update', [take, take, take]);
  expect(winners(answers)).toEqual([true]);
  const { rows } = await pool.query('select uses from rate_limit order by uses');
  expect(rows).toEqual([{ uses: 1 }, { uses: 2 }]);
  await pool.end();
  await database.drop();
});

test('a copy of the table reveals no key', async () => {
  const database = await createTestDatabase();
  const pool = openTestPool(database);
  const key = 'phone-starts:the-shop';
  await pgRateLimits(pool).take([{ key, limit: { most: 1, seconds: 60 } }], at(0));
  const { rows } = await pool.query('select *, key_hash::text as raw_key from rate_limit');
  expect(rows).toHaveLength(1);
  for (const secret of [key, Buffer.from(key).toString('hex')]) {
    expect(JSON.stringify(rows)).not.toContain(secret);
  }
  await pool.end();
  await database.drop();
});

test('replicas that purge at the same time share the rows without waiting', async () => {
  const database = await createTestDatabase();
  const pool = openTestPool(database);
  const rateLimits = pgRateLimits(pool);
  await rateLimits.take([{ key: 'held', limit: { most: 1, seconds: 1 } }], at(0));
  await rateLimits.take([{ key: 'free', limit: { most: 1, seconds: 2 } }], at(0));
  const other = await pool.connect();
  await other.query('begin; select from rate_limit order by ends_at limit 1 for update');
  expect(await rateLimits.purge(at(10), 100)).toBe(1);
  await other.query('rollback');
  other.release();
  expect(await rateLimits.purge(at(10), 100)).toBe(1);
  await pool.end();
  await database.drop();
});

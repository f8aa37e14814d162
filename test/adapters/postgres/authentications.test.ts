import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type pg from 'pg';

import { pgAuthentications } from '../../../src/adapters/postgres/authentications.ts';
import { authenticationsContract } from '../../contracts/authentications.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { openTestPool, pgReplicas, testVault } from '../../support/pg-replicas.ts';
import { at, PERSON, pendingAuthentication, turnOf } from '../../support/sample-authentication.ts';

authenticationsContract('pgAuthentications', pgReplicas(pgAuthentications));

describe('what lies in the table', () => {
  let database: TestDatabase;
  let pool: pg.Pool;

  beforeAll(async () => {
    database = await createTestDatabase();
    pool = openTestPool(database);
  });
  beforeEach(() => pool.query('delete from authentication'));
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  async function rawRow(): Promise<Record<string, unknown>> {
    const { rows } = await pool.query('select * from authentication');
    expect(rows).toHaveLength(1);
    return rows[0];
  }

  test('shows neither the order nor the return secret of a pending attempt', async () => {
    const authentications = pgAuthentications({ pool, vault: testVault });
    await authentications.begin(
      pendingAuthentication({ device: 'same', returnNonce: 'return-secret-1' }),
    );
    const text = JSON.stringify(await rawRow());
    for (const secret of ['order-1', 'order-secret-1', 'return-secret-1']) {
      expect(text).not.toContain(secret);
    }
  });

  test('shows no new order after a renewal', async () => {
    const authentications = pgAuthentications({ pool, vault: testVault });
    await authentications.begin(pendingAuthentication());
    const turn = await authentications.takeTurn('attempt-1', { now: at(2), leaseUntil: at(12) });
    const order = { reference: 'order-2', secret: 'order-secret-2' };
    await authentications.recordPending(turn!, {
      stage: 'first-interaction',
      hint: '',
      order,
      collectAfter: at(4),
    });
    expect(JSON.stringify(await rawRow())).not.toMatch(/order-\w*-?2/);
  });

  test('shows nobody once a person is identified, and no longer holds the order', async () => {
    const authentications = pgAuthentications({ pool, vault: testVault });
    await authentications.begin(pendingAuthentication());
    const outcome = { state: 'identified', at: at(5), identity: PERSON } as const;
    await authentications.recordOutcome(turnOf('attempt-1'), outcome);
    const row = await rawRow();
    const text = JSON.stringify(row);
    for (const secret of ['191212121212', 'Tolvan', 'c2lnbmF0dXJl']) {
      expect(text).not.toContain(secret);
    }
    expect(row.eid_order).toBeNull();
  });

  test('does not open in another row', async () => {
    const authentications = pgAuthentications({ pool, vault: testVault });
    await authentications.begin(pendingAuthentication());
    await authentications.begin(pendingAuthentication({ id: 'attempt-2', loginId: 'login-2' }));
    await pool.query(`update authentication set eid_order =
      (select eid_order from authentication where id = 'attempt-1') where id = 'attempt-2'`);
    await expect(authentications.find('attempt-2')).rejects.toThrow(
      'authentication.eid_order:attempt-2',
    );
  });

  test('cannot be in a state that does not fit its columns', async () => {
    await pgAuthentications({ pool, vault: testVault }).begin(pendingAuthentication());
    await expect(pool.query(`update authentication set state = 'identified'`)).rejects.toThrow(
      'authentication_state',
    );
  });
});

describe('a row that cannot be', () => {
  let database: TestDatabase;
  let pool: pg.Pool;

  beforeAll(async () => {
    database = await createTestDatabase();
    pool = openTestPool(database);
    await pool.query('alter table authentication drop constraint authentication_state');
  });
  beforeEach(() => pool.query('delete from authentication'));
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  test.each([
    ['pending without a stage', 'pending', 'stage = null'],
    ['identified without an identity', 'identified', 'settled_at = now()'],
    ['ended without a reason', 'ended', 'settled_at = now()'],
    ['ended at no time', 'ended', "why = 'declined'"],
    ['in no state that we know', 'lost', 'stage = null'],
  ])('throws with its table, column and id: %s', async (_what, state, change) => {
    const authentications = pgAuthentications({ pool, vault: testVault });
    await authentications.begin(pendingAuthentication());
    await pool.query(`update authentication set state = '${state}', ${change}`);
    await expect(authentications.find('attempt-1')).rejects.toThrow(
      `authentication.state of attempt-1: ${state} does not fit the other columns`,
    );
  });
});

test('replicas that purge at the same time share the work and wait for nobody', async () => {
  const database = await createTestDatabase();
  const pool = openTestPool(database);
  const authentications = pgAuthentications({ pool, vault: testVault });
  for (const id of ['held', 'free']) {
    await authentications.begin(pendingAuthentication({ id, loginId: id, expiresAt: at(1) }));
  }
  const other = await pool.connect();
  await other.query("begin; select from authentication where id = 'held' for update");
  expect(await authentications.purge(at(10), 100)).toBe(1);
  await other.query('rollback');
  other.release();
  expect(await authentications.find('free')).toBeUndefined();
  expect(await authentications.purge(at(10), 100)).toBe(1);
  await pool.end();
  await database.drop();
});

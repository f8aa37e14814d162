import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type pg from 'pg';

import { pgAuthentications } from '../../../src/adapters/postgres/authentications.ts';
import { authenticationsContract } from '../../contracts/authentications.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { openTestPool, pgReplicas, testVault } from '../../support/pg-replicas.ts';
import { at, PERSON, pendingAuthentication, turnOf } from '../../support/sample-authentication.ts';

authenticationsContract(
  'pgAuthentications',
  pgReplicas(({ pool, vault }) => pgAuthentications(pool, vault)),
);

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
    const authentications = pgAuthentications(pool, testVault);
    await authentications.begin(
      pendingAuthentication({ device: 'same', returnNonce: 'return-secret-1' }),
    );
    const text = JSON.stringify(await rawRow());
    for (const secret of ['order-1', 'order-secret-1', 'return-secret-1']) {
      expect(text).not.toContain(secret);
    }
  });

  test('shows no new order after a renewal', async () => {
    const authentications = pgAuthentications(pool, testVault);
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
    const authentications = pgAuthentications(pool, testVault);
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
    const authentications = pgAuthentications(pool, testVault);
    await authentications.begin(pendingAuthentication());
    await authentications.begin(pendingAuthentication({ id: 'attempt-2', loginId: 'login-2' }));
    await pool.query(`update authentication set eid_order =
      (select eid_order from authentication where id = 'attempt-1') where id = 'attempt-2'`);
    await expect(authentications.find('attempt-2')).rejects.toThrow(
      'authentication.eid_order:attempt-2',
    );
  });

  test('cannot be in a state that does not fit its columns', async () => {
    await pgAuthentications(pool, testVault).begin(pendingAuthentication());
    await expect(pool.query(`update authentication set state = 'identified'`)).rejects.toThrow(
      'authentication_state',
    );
  });
});

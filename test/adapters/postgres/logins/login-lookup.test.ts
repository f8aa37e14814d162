import { loginLookupContract } from '@eid-broker/testing/contracts/login-lookup';
import { createTestDatabase, type TestDatabase } from '@eid-broker/testing/database';
import { at, pendingAuthentication } from '@eid-broker/testing/sample-authentication';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type pg from 'pg';
import { pgArtifacts } from '../../../../src/adapters/postgres/logins/artifacts.ts';
import { pgAuthentications } from '../../../../src/adapters/postgres/logins/authentications.ts';
import { pgLoginLookup } from '../../../../src/adapters/postgres/logins/login-lookup.ts';
import { openTestPool, pgReplicas, testVault } from '../../../support/pg-replicas.ts';

loginLookupContract(
  'pgLoginLookup',
  pgReplicas((connected) => ({
    lookup: pgLoginLookup(connected),
    artifacts: pgArtifacts(connected),
    authentications: pgAuthentications(connected),
  })),
);

describe('a lookup of a login', () => {
  let database: TestDatabase;
  let pool: pg.Pool;
  beforeAll(async () => {
    database = await createTestDatabase();
    pool = openTestPool(database);
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  test('writes nothing to the write-ahead log while no collect is due', async () => {
    const lookup = pgLoginLookup({ pool, vault: testVault });
    const artifacts = pgArtifacts({ pool, vault: testVault, clock: () => at(0) });
    const login = { kind: 'k', id: 'login-1', grantId: undefined, expiresAt: at(900), payload: {} };
    await artifacts.put(login);
    await pgAuthentications({ pool, vault: testVault }).begin(pendingAuthentication());
    const request = { now: at(1), leaseUntil: at(11) };
    const row = await rowVersion();
    for (let time = 0; time < 10; time += 1) await lookup.loadAndLease('k', 'login-1', request);
    expect(await rowVersion()).toEqual(row);
    await lookup.loadAndLease('k', 'login-1', { now: at(2), leaseUntil: at(12) });
    expect(await rowVersion()).not.toEqual(row);
  });

  /** The version of the row and of its lock: a lock is a write, too. */
  async function rowVersion() {
    return (await pool.query('select xmin, xmax, ctid from authentication')).rows;
  }
});

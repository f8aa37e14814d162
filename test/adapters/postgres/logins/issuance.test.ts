import { type IssuanceStore, issuanceContract } from '@eid-broker/testing/contracts/issuance';
import { createTestDatabase, type TestDatabase } from '@eid-broker/testing/database';
import {
  at,
  leaseOf,
  PERSON,
  pendingAuthentication,
  START,
} from '@eid-broker/testing/sample-authentication';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Pool } from 'pg';
import { pgArtifacts } from '../../../../src/adapters/postgres/logins/artifacts.ts';
import { pgAuthentications } from '../../../../src/adapters/postgres/logins/authentications.ts';
import { pgIssuance } from '../../../../src/adapters/postgres/logins/issuance.ts';
import type { Artifact } from '../../../../src/ports/artifacts.ts';
import {
  type Connected,
  openTestPool,
  pgReplicas,
  testVault,
} from '../../../support/pg-replicas.ts';

issuanceContract('pgIssuance', pgReplicas(storeOf));

function storeOf(connected: Connected): IssuanceStore {
  return {
    issuance: pgIssuance(connected),
    authentications: pgAuthentications(connected),
    artifacts: pgArtifacts(connected),
  };
}

const LOGIN = { kind: 'Interaction', id: 'login-1' };
const CODE: Artifact = {
  kind: 'AuthorizationCode',
  id: 'code-1',
  grantId: 'attempt-1',
  expiresAt: at(60),
  payload: { ssn: '191212121212' },
};
const TOKEN: Artifact = { ...CODE, kind: 'AccessToken', id: 'token-1' };

describe('issuance is atomic', () => {
  let database: TestDatabase;
  let pool: Pool;
  let store: IssuanceStore;
  beforeAll(async () => {
    database = await createTestDatabase();
    pool = openTestPool(database);
    store = storeOf({ pool, vault: testVault, clock: () => START });
    await store.artifacts.put({ ...LOGIN, grantId: undefined, expiresAt: at(600), payload: {} });
    await store.authentications.begin(pendingAuthentication());
    const outcome = { state: 'identified', at: at(3), identity: PERSON } as const;
    await store.authentications.recordOutcome(leaseOf('attempt-1'), outcome);
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  const stored = async () =>
    (await pool.query('select kind, consumed_at from artifact order by kind')).rows;
  const consumed = async () =>
    (await store.authentications.find('attempt-1'))?.consumedAt !== undefined;

  test('when the code cannot be stored, the result is not consumed and the login stays', async () => {
    const authentication = (await store.authentications.find('attempt-1'))!;
    const issue = () => store.issuance.issue(authentication, at(4), { stored: CODE, login: LOGIN });
    await expectRollback(
      `insert on artifact for each row when (new.kind = 'AuthorizationCode')`,
      issue,
    );
    await expectRollback('delete on artifact for each row', issue);
    await expectRollback('update on authentication for each row', issue);
    expect(await stored()).toEqual([{ kind: 'Interaction', consumed_at: null }]);
    expect(await consumed()).toBe(false);
    expect(await issue()).toBe(true);
  });

  test('when the token cannot be stored, the code is not used up', async () => {
    const exchangeCode = () => store.issuance.exchange(CODE, at(5), TOKEN);
    await expectRollback(
      `insert on artifact for each row when (new.kind = 'AccessToken')`,
      exchangeCode,
    );
    await expectRollback('update on artifact for each row', exchangeCode);
    expect(await stored()).toEqual([{ kind: 'AuthorizationCode', consumed_at: null }]);
    expect(await exchangeCode()).toBe(true);
  });

  test('a copy of the table reveals neither ids nor payloads', async () => {
    const { rows } = await pool.query('select *, id_hash::text as raw_id from artifact');
    const text = JSON.stringify(rows);
    for (const secret of ['code-1', 'token-1', '191212121212']) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain(Buffer.from(secret).toString('hex'));
    }
    expect(rows).toHaveLength(2);
  });

  /** Lets the statement on this table fail. */
  async function expectRollback(event: string, change: () => Promise<unknown>): Promise<void> {
    await pool.query(`create or replace function refuse() returns trigger as
      $$ begin raise exception 'refused'; end $$ language plpgsql`);
    const table = event.includes('on authentication') ? 'authentication' : 'artifact';
    await pool.query(`create trigger refusal before ${event} execute function refuse()`);
    await expect(change()).rejects.toThrow('refused');
    await pool.query(`drop trigger refusal on ${table}`);
  }
});

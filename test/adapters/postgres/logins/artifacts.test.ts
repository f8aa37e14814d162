import { artifactsContract } from '@eid-broker/testing/contracts/artifacts';
import { createTestDatabase } from '@eid-broker/testing/database';
import { at, START } from '@eid-broker/testing/sample-authentication';
import { expect, test } from '@jest/globals';
import { pgArtifacts } from '../../../../src/adapters/postgres/logins/artifacts.ts';
import { openTestPool, pgReplicas, testVault } from '../../../support/pg-replicas.ts';

artifactsContract('pgArtifacts', pgReplicas(pgArtifacts));

test('a copy of the table reveals neither ids nor payloads, and a payload opens in its own row only', async () => {
  const database = await createTestDatabase();
  const pool = openTestPool(database);
  const artifacts = pgArtifacts({ pool, vault: testVault, clock: () => START });
  const payload = { ssn: '191212121212', redirectUri: 'https://shop.example/cb' };
  const artifact = { kind: 'AuthorizationCode', grantId: undefined, expiresAt: at(60), payload };
  await artifacts.put({ ...artifact, id: 'code-of-the-shop' });
  await artifacts.put({ ...artifact, id: 'other-code', payload: {} });
  await artifacts.claimOnce('assertion', 'jti-of-the-shop', at(900));

  const { rows } = await pool.query('select *, id_hash::text as raw_id from artifact');
  const hexOf = (text: string) => Buffer.from(text).toString('hex');
  const stored = rows
    .flatMap((row) => Object.values(row))
    .map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : JSON.stringify(value)))
    .join();
  expect(rows).toHaveLength(3);
  for (const secret of ['code-of-the-shop', 'jti-of-the-shop', '191212121212', 'shop.example']) {
    expect(stored).not.toContain(secret);
    expect(stored).not.toContain(hexOf(secret));
  }

  await pool.query(`update artifact set payload = (select max(payload) from artifact
    where kind = 'AuthorizationCode' and length(payload) > 80) where length(payload) < 80`);
  await expect(artifacts.find('AuthorizationCode', 'other-code')).rejects.toThrow('does not open');

  await pool.end();
  await database.drop();
});

test('replicas that purge at the same time share the rows without waiting', async () => {
  const database = await createTestDatabase();
  const pool = openTestPool(database);
  const artifacts = pgArtifacts({ pool, vault: testVault, clock: () => START });
  await artifacts.claimOnce('held', 'jti', at(1));
  await artifacts.claimOnce('free', 'jti', at(1));
  const other = await pool.connect();
  await other.query("begin; select from artifact where kind = 'held' for update");
  expect(await artifacts.purge(at(10), 100)).toBe(1);
  await other.query('rollback');
  other.release();
  expect(await artifacts.find('free', 'jti')).toBeUndefined();
  expect(await artifacts.purge(at(10), 100)).toBe(1);
  await pool.end();
  await database.drop();
});

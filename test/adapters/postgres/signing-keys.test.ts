import { signingKeysContract } from '@eid-broker/testing/contracts/signing-keys';
import { createTestDatabase } from '@eid-broker/testing/database';
import { START } from '@eid-broker/testing/sample-authentication';
import { testSigningKey } from '@eid-broker/testing/signing-keys';
import { expect, test } from '@jest/globals';
import { pgSigningKeys } from '../../../src/adapters/postgres/signing-keys.ts';
import type { NewSigningKey } from '../../../src/ports/signing-keys.ts';
import { openTestPool, pgReplicas, testVault } from '../../support/pg-replicas.ts';

const ISSUER = 'https://login.example.com';

signingKeysContract(
  'pgSigningKeys',
  pgReplicas((connected) => pgSigningKeys({ ...connected, newKey: testSigningKey })),
);

test('a copy of the table reveals no private key', async () => {
  const database = await createTestDatabase();
  const pool = openTestPool(database);
  const keys = pgSigningKeys({
    pool,
    vault: testVault,
    clock: () => START,
    newKey: testSigningKey,
  });
  const made = await keys.of(ISSUER);
  const { rows } = await pool.query('select * from signing_key');
  expect(rows).toHaveLength(2);
  for (const { d } of made) expect(JSON.stringify(rows)).not.toContain(d);
  for (const { private_jwk } of rows) expect(private_jwk).not.toContain('"kty"');
  await pool.end();
  await database.drop();
});

test('a store with a key makes only the missing ones', async () => {
  const database = await createTestDatabase();
  const pool = openTestPool(database);
  const deps = { pool, vault: testVault, clock: () => START };
  const [rsa] = await pgSigningKeys({ ...deps, newKey: testSigningKey }).of(ISSUER);
  await pool.query("delete from signing_key where alg = 'ES256'");
  const made: string[] = [];
  const newKey: NewSigningKey = (alg) => {
    made.push(alg);
    return testSigningKey(alg);
  };
  const keys = await pgSigningKeys({ ...deps, newKey }).of(ISSUER);
  expect(made).toEqual(['ES256']);
  expect(keys.map(({ alg }) => alg)).toEqual(['RS256', 'ES256']);
  expect(keys[0]).toEqual(rsa);
  await pool.end();
  await database.drop();
});

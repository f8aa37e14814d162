import { expect, test } from '@jest/globals';

import { pgSigningKeys } from '../../../src/adapters/postgres/signing-keys.ts';
import { signingKeysContract } from '../../contracts/signing-keys.ts';
import { createTestDatabase } from '../../support/database.ts';
import { openTestPool, pgReplicas, testVault } from '../../support/pg-replicas.ts';
import { START } from '../../support/sample-authentication.ts';

signingKeysContract('pgSigningKeys', pgReplicas(pgSigningKeys));

test('a copy of the table yields no private key', async () => {
  const database = await createTestDatabase();
  const pool = openTestPool(database);
  const keys = pgSigningKeys({ pool, vault: testVault, clock: () => START });
  const made = await keys.of('https://login.example.com');
  const { rows } = await pool.query('select * from signing_key');
  expect(rows).toHaveLength(2);
  for (const { d } of made) expect(JSON.stringify(rows)).not.toContain(d);
  for (const { private_jwk } of rows) expect(private_jwk).not.toContain('kty');
  await pool.end();
  await database.drop();
});

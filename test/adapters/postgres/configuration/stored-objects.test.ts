import { createTestDatabase, type TestDatabase } from '@eid-broker/testing/database';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';

import { pgStoredObjects } from '../../../../src/adapters/postgres/configuration/stored-objects.ts';

/** Of 300 applications one has a secret that ends, one a key that ends, and one a key with a certificate. */
const FILL = `insert into application (tenant_id, client_id, settings, secrets)
  select 'shop', 'app-' || n,
    jsonb_build_object('name', 'App', 'flows', '["pkce"]'::jsonb, 'redirectUris', '[]'::jsonb, 'jwks', jsonb_build_object('keys',
      case n when 2 then '[{"kid": "a"}, {"exp": 1}]' when 3 then '[{"x5c": [""]}]' else '[{"kid": "a"}]' end::jsonb)),
    case n when 1 then '[{"hash": "a"}, {"hash": "b", "expiresAt": "2027-01-31T12:00:00.000Z"}]' else '[{"hash": "a"}]' end::jsonb
  from generate_series(1, 300) n`;

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 1 });
  await pool.query("insert into tenant (id, name) values ('shop', 'Shop')");
  await pool.query(FILL);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

test('what ends is found by an index, without the applications that have nothing that ends', async () => {
  const stored = pgStoredObjects(pool);
  const found = await stored.tenantEndings('shop');
  expect([found?.id, found?.applications.map(({ clientId }) => clientId)]).toEqual([
    'shop',
    ['app-1', 'app-2', 'app-3'],
  ]);
  expect(await stored.tenantEndings('other')).toBeUndefined();
  await pool.query('set enable_seqscan = off');
  const { rows } = await pool.query("explain execute stored_tenant_endings ('shop')");
  const plan = rows.map((row: Record<string, unknown>) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('using application_ending');
});

test('a tenant exists or not', async () => {
  const stored = pgStoredObjects(pool);
  expect([await stored.hasTenant('shop'), await stored.hasTenant('other')]).toEqual([true, false]);
});

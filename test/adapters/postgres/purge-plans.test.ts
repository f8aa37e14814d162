import { createTestDatabase, type TestDatabase } from '@eid-broker/testing/database';
import { START } from '@eid-broker/testing/sample-authentication';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type pg from 'pg';
import { commandAdmission } from '../../../src/adapters/admission/database-admission.ts';
import { pgArtifacts } from '../../../src/adapters/postgres/logins/artifacts.ts';
import { pgAuthentications } from '../../../src/adapters/postgres/logins/authentications.ts';
import { openPool } from '../../../src/adapters/postgres/pool.ts';
import { pgRateLimits } from '../../../src/adapters/postgres/rate-limits.ts';
import { silentLog } from '../../../src/adapters/system/log.ts';
import { testVault } from '../../support/pg-replicas.ts';

const ROWS = 20_000;
/** All of them expire in a day. */
const FILL = `
  insert into artifact (kind, id_hash, payload, expires_at)
    select 'kind', int8send(n), '', $1::timestamptz + n * interval '1 s' from generate_series(1, ${ROWS}) n;
  insert into rate_limit (key_hash, uses, ends_at)
    select int8send(n), 1, $1::timestamptz + n * interval '1 s' from generate_series(1, ${ROWS}) n;
  insert into authentication (id, tenant_id, issuer, client_id, channel, kind, acr, request, scope, id_token, state, stage, collect_after, created_at, expires_at)
    select n::text, 't', 'i', 'c', 'ciba', 'authentication', 'a', '', '', 'full', 'pending', 's', $1, $1, $1::timestamptz + n * interval '1 s'
    from generate_series(1, ${ROWS}) n;
  analyze`;

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  // With one connection the prepared statements can be explained.
  pool = openPool(
    { url: database.url, size: 1, deadline: 60, admission: commandAdmission },
    silentLog,
  );
  for (const statement of FILL.replaceAll('$1', `'${START.toISOString()}'`).split(';')) {
    await pool.query(statement);
  }
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

test.each([
  ['artifact_purge', 'artifact_expiry'],
  ['authentication_purge', 'authentication_expiry'],
  ['rate_limit_purge', 'rate_limit_end'],
])(
  '%s finds the few rows that expired by %s, however many others there are',
  async (statement, index) => {
    const limit = 5_000;
    await pgArtifacts({ pool, vault: testVault, clock: () => START }).purge(START, limit);
    await pgAuthentications({ pool, vault: testVault }).purge(START, limit);
    await pgRateLimits(pool).purge(START, limit);

    const at = START.toISOString();
    const { rows } = await pool.query(`explain execute ${statement} ('${at}', ${limit})`);
    const plan = rows.map((row: Record<string, unknown>) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain(`Index Scan using ${index}`);
  },
);

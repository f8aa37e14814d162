import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';

import { pgAuthentications } from '../../../src/adapters/postgres/authentications.ts';
import { pgContentStore } from '../../../src/adapters/postgres/content-store.ts';
import { migrate, pendingMigrations } from '../../../src/adapters/postgres/migrate.ts';
import { PLAIN_LOGIN } from '../../../src/domain/intent.ts';
import { createEmptyDatabase, type TestDatabase } from '../../support/database.ts';
import { testVault } from '../../support/pg-replicas.ts';

const LOADER = new URL('../../support/typescript-loader.mjs', import.meta.url).pathname;
const MIGRATE = new URL('../../../src/migrate.ts', import.meta.url).pathname;

let database: TestDatabase;
let pool: pg.Pool;
beforeEach(async () => {
  database = await createEmptyDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 2 });
});
afterEach(async () => {
  await pool.end();
  await database.drop();
});

describe('migrate', () => {
  test('brings an empty database up to date, and then has nothing to do', async () => {
    const all = await pendingMigrations(pool);
    expect(all.length).toBeGreaterThan(0);
    expect(await migrate(database.url)).toEqual(all);
    expect(await pendingMigrations(pool)).toEqual([]);
    expect(await migrate(database.url)).toEqual([]);
  });

  test('runs each migration once when several processes migrate a fresh database', async () => {
    const all = await pendingMigrations(pool);
    const runs = await Promise.all([1, 2, 3, 4].map(() => migrate(database.url)));
    expect(runs.flat().sort()).toEqual([...all].sort());
  });

  test('goes on after a process that was killed while it migrated', async () => {
    const blocker = await pool.connect();
    await blocker.query('begin; create table tenant (id text primary key)');
    const child = spawn(process.execPath, ['--import', LOADER, MIGRATE], {
      env: { ...process.env, DATABASE_URL: database.url },
      stdio: 'ignore',
    });
    await untilSomebodyWaitsForALock();
    child.kill('SIGKILL');
    await once(child, 'exit');
    await blocker.query('rollback');
    blocker.release();

    await migrate(database.url);
    expect(await pendingMigrations(pool)).toEqual([]);
  });
});

test('what the previous release stored is read as it was meant', async () => {
  await run('20261120190000_create_content.js', '20261120190100_create_protocol_state.js');
  await pool.query(`insert into tenant (id, name) values ('shop', 'Shop');
    insert into domain (issuer, tenant_id, environment)
      values ('https://login.example.com', 'shop', 'test');
    insert into authentication (id, issuer, client_id, door, login_id, acr, state, stage, collect_after,
      created_at, expires_at) values ('attempt-1', 'https://login.example.com', 'web', 'browser', 'login-1',
      'urn:grn:authn:xx:some-eid', 'pending', 'identification', now(), now(), now())`);
  await run('20261121100000_all_flows.js');

  const attempt = await pgAuthentications({ pool, vault: testVault }).find('attempt-1');
  expect(attempt).toMatchObject({
    tenantId: 'shop',
    intent: PLAIN_LOGIN,
    scope: [],
    idToken: 'full',
  });
  expect((await pgContentStore(pool).read()).tenants[0]?.domains).toEqual([
    { issuer: 'https://login.example.com', environment: 'test', singleSignOn: undefined },
  ]);
});

/** Migrations alone, in that order. */
async function run(...names: readonly string[]): Promise<void> {
  for (const name of names) {
    const { up } = await import(new URL(`../../../migrations/${name}`, import.meta.url).href);
    await up({ raw: (text: string) => pool.query(text) });
  }
}

async function untilSomebodyWaitsForALock(): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const { rows } = await pool.query(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    if (rows.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the migration never came to the table that is locked');
}

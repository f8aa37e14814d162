import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';

import { migrate, pendingMigrations } from '../../../src/adapters/postgres/migrate.ts';
import { createEmptyDatabase, type TestDatabase } from '../../support/database.ts';

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

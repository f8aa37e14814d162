import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createEmptyDatabase, type TestDatabase } from '@eid-broker/testing/database';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { migrate } from '../../../src/adapters/postgres/migrations.ts';
import {
  assertMigrated,
  migrationStatus,
  pendingMigrations,
} from '../../../src/adapters/postgres/schema-version.ts';
import { type MigrationFolder, migrationFolder } from '../../support/migration-folder.ts';
import { runCommand } from '../../support/run-command.ts';

const RUN = new URL('../../../dist/adapters/postgres/migrations.js', import.meta.url).href;
const CLI = new URL('../../../dist/cli.js', import.meta.url).pathname;

let database: TestDatabase;
let pool: pg.Pool;
beforeEach(async () => {
  database = await createEmptyDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 2 });
  // drop() may end connections that are still closing.
  pool.on('error', () => undefined);
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
    const child = spawn(process.execPath, [CLI, 'migrate'], {
      env: { ...process.env, DATABASE_URL: database.url },
      stdio: 'ignore',
    });
    await untilBlockedByLock();
    child.kill('SIGKILL');
    await once(child, 'exit');
    await blocker.query('rollback');
    blocker.release();

    await migrate(database.url);
    expect(await pendingMigrations(pool)).toEqual([]);
  });

  test('lets others pass while a needed lock is held, and tries again', async () => {
    await migrate(database.url);
    await pool.query("delete from knex_migrations where name = '20261122180400_limits.js'");
    await pool.query('drop table rate_limit');
    const reader = await pool.connect();
    await reader.query('begin; create table rate_limit (id int)');
    const waits: number[] = [];

    const names = await migrate(database.url, {
      onWait: (seconds) => waits.push(seconds),
      sleep: async () => {
        if (waits.length === 2) await reader.query('rollback');
      },
    });

    expect(names).toEqual(['20261122180400_limits.js']);
    expect(waits).toEqual([1, 2]);
    reader.release();
  });
});

describe('a migration outside of a transaction', () => {
  const BUILD = 'create index concurrently if not exists part_name on part (name)';
  let folder: MigrationFolder;
  beforeEach(async () => {
    folder = await migrationFolder({
      '1_table': { up: 'create table part as select n::text as name from generate_series(1, 9) n' },
      '2_index': { up: BUILD, transaction: false },
      '3_more': { up: 'create table more (id int)' },
    });
  });
  afterEach(() => folder.remove());

  test("runs again after a killed run that held the library's own lock", async () => {
    await migrate(database.url, { directory: folder.path });
    await pool.query(`update knex_migrations_lock set is_locked = 1;
      delete from knex_migrations where name <> '1_table.js'; drop index part_name; drop table more`);

    expect(await migrate(database.url, { directory: folder.path })).toEqual([
      '2_index.js',
      '3_more.js',
    ]);
  });

  test('rebuilds an index that a killed run left incomplete', async () => {
    await migrate(database.url, { directory: folder.path });
    await pool.query(`delete from knex_migrations where name = '2_index.js'; drop index part_name;
      insert into part values ('twice'), ('twice')`);
    await pool
      .query('create unique index concurrently part_name on part (name)')
      .catch(() => undefined);
    const before = await indexOf('part_name');

    expect(await migrate(database.url, { directory: folder.path })).toEqual(['2_index.js']);

    const after = await indexOf('part_name');
    expect(before.valid).toBe(false);
    expect(after.valid).toBe(true);
    expect(after.oid).not.toBe(before.oid);
  });

  test('that was killed in the middle is finished by the next run', async () => {
    await migrate(database.url, { directory: folder.path });
    await pool.query(`delete from knex_migrations where name = '2_index.js'; drop index part_name`);
    // A build waits for every transaction that may still write to the table.
    const writer = await pool.connect();
    await writer.query("begin; insert into part values ('late')");
    const script = `import(${JSON.stringify(RUN)}).then(({ migrate }) =>
      migrate(${JSON.stringify(database.url)}, { directory: ${JSON.stringify(folder.path)} }))`;
    const child = spawn(process.execPath, ['--eval', script], {
      stdio: 'ignore',
    });
    await untilBlockedByLock();
    child.kill('SIGKILL');
    await once(child, 'exit');

    const run = migrate(database.url, {
      directory: folder.path,
      sleep: async () => void (await writer.query('commit').catch(() => undefined)),
    });

    expect(await run).toEqual(['2_index.js']);
    expect((await indexOf('part_name')).valid).toBe(true);
    writer.release();
  });

  async function indexOf(name: string) {
    const { rows } = await pool.query(
      'select indexrelid::int as oid, indisvalid as valid from pg_index where indexrelid = $1::regclass',
      [name],
    );
    return rows[0];
  }
});

describe('the status of the migrations', () => {
  test('is printed, and decides the exit code', async () => {
    const env = { DATABASE_URL: database.url };
    const before = await runCommand('migrate', ['--status'], { env });
    expect(before.code).toBe(1);
    expect(before.out).toMatch(/^20261122180000_configuration\.js {2}pending\n/);

    await migrate(database.url);
    const after = await runCommand('migrate', ['--status'], { env });
    expect(after).toMatchObject({ code: 0, err: '' });
    expect(after.out).toMatch(/^(?:\S+\.js {2}done\n)+$/);
  });

  test('accepts a newer database and refuses an older one', async () => {
    await migrate(database.url);
    await pool.query(`insert into knex_migrations (name, batch, migration_time)
      values ('99991231000000_future.js', 9, now())`);
    await assertMigrated(pool);
    expect((await migrationStatus(pool)).at(-1)).toEqual({
      name: '99991231000000_future.js',
      state: 'unknown',
    });
    expect(await migrate(database.url)).toEqual([]);

    await pool.query("delete from knex_migrations where name = '20261122180400_limits.js'");
    await expect(assertMigrated(pool)).rejects.toThrow(
      'the database misses 20261122180400_limits.js',
    );
  });

  test('is read past a pooler by the commands', async () => {
    const env = {
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/x',
      DATABASE_DIRECT_URL: database.url,
    };
    expect(await runCommand('migrate', [], { env })).toMatchObject({
      code: 0,
      err: '',
    });
    expect(await pendingMigrations(pool)).toEqual([]);
  });
});

describe('a foreign database', () => {
  const texts = (found: string) =>
    `the database was made by an unreleased version before 0.3.0, or by another program (it has ${found})`;

  async function markMigrated(...names: readonly string[]): Promise<void> {
    await migrate(database.url);
    await pool.query('delete from knex_migrations');
    await pool.query(
      `insert into knex_migrations (name, batch, migration_time)
        select name, 1, now() from unnest($1::text[]) as t(name)`,
      [names],
    );
  }

  test.each([
    ['an older state', '20261120190000_create_content.js'],
    ['another program', 'add_users.js'],
  ])('is refused at start and by migrate: %s', async (_, name) => {
    await markMigrated(name);
    const line = texts(`the migration ${name}`);
    await expect(assertMigrated(pool)).rejects.toThrow(line);
    const env = { DATABASE_URL: database.url };
    for (const args of [[], ['--status']]) {
      expect(await runCommand('migrate', args, { env })).toEqual({
        code: 1,
        out: '',
        err: `${line}: create an empty database, then run node dist/cli.js migrate and node dist/cli.js apply FILE\n`,
      });
    }
  });

  test('is refused when it has our tables and no migration', async () => {
    await markMigrated();
    const line = texts('the table authentication and no migration');
    await expect(assertMigrated(pool)).rejects.toThrow(/the table \w+ and no migration/);
    await expect(migrate(database.url)).rejects.toThrow(line.slice(0, 60));
  });

  test('is refused before it is changed', async () => {
    await pool.query(`create table knex_migrations (id serial, name text, batch int, migration_time timestamptz);
      insert into knex_migrations (name) values ('20261120190000_create_content.js')`);
    await expect(migrate(database.url)).rejects.toThrow('by another program');
    const { rows } = await pool.query(
      'select tablename from pg_tables where schemaname = current_schema()',
    );
    expect(rows).toEqual([{ tablename: 'knex_migrations' }]);
  });
});

describe('the baseline', () => {
  test('describes the purpose of each table', async () => {
    await migrate(database.url);
    const { rows } = await pool.query(`select relname from pg_class
      where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname not like 'knex%'
        and obj_description(oid, 'pg_class') is null`);
    expect(rows).toEqual([]);
  });
});

async function untilBlockedByLock(): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const { rows } = await pool.query(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    if (rows.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the migration never came to the table that is locked');
}

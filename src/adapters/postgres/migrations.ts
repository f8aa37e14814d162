import { setTimeout } from 'node:timers/promises';

import knexModule, { type Knex } from 'knex';
import pg from 'pg';
import type { Sleep } from '../../ports/runtime.ts';
import { MIGRATIONS, refuseForeignSchema } from './schema-version.ts';

const { knex } = knexModule;

/** Any fixed number that differs from the other advisory locks of this service. */
const MIGRATION_LOCK = 7_301_644_001;
const TAKE_LOCK = `select pg_try_advisory_xact_lock(${MIGRATION_LOCK}) as mine`;

/**
 * How long a migration waits for a lock. Later statements wait behind it, so it stops waiting, lets them pass, and tries
 * again.
 */
const LOCK_TIMEOUT = '2s';
const LOCK_NOT_AVAILABLE = '55P03';
const MAX_TRIES = 12;
const MAX_PAUSE_SECONDS = 30;

/** Left by a killed `create index concurrently`: each write updates them, and no query uses them. */
const INVALID_INDEXES = `select format('%I.%I', pg_namespace.nspname, pg_class.relname) as name
  from pg_index join pg_class on pg_class.oid = pg_index.indexrelid
    join pg_namespace on pg_namespace.oid = pg_class.relnamespace
  where not pg_index.indisvalid and pg_class.relkind = 'i'
    and pg_namespace.nspname = current_schema()`;

/** Options of tests and commands. */
export interface MigrateOptions {
  /** Where the migrations are. */
  readonly directory?: string;
  readonly sleep?: Sleep;
  /** Another session holds a needed lock: the migration is tried again after that many seconds. */
  readonly onWait?: (seconds: number) => void;
}

/**
 * Brings the schema up to date; returns the migrations that it ran. Safe to run from several processes, beside replicas
 * that serve, and after a killed run.
 * @throws {SchemaMismatch} when the database is of an unreleased version, or another program's
 */
export async function migrate(
  url: string,
  { directory = MIGRATIONS, sleep = realSleep, onWait = () => {} }: MigrateOptions = {},
): Promise<readonly string[]> {
  return withMigrationLock({ url, sleep }, async () => {
    const database = openKnex(url, directory);
    try {
      await refuseForeignSchema({ query: (text) => database.raw(text) }, directory);
      const pending = await pendingIn(database);
      await untilLocksAreFree(() => run(database), { sleep, onWait });
      return pending;
    } finally {
      await database.destroy();
    }
  });
}

function openKnex(url: string, directory: string): Knex {
  const quiet = () => {};
  return knex({
    client: 'pg',
    connection: url,
    pool: { min: 0, max: 1, afterCreate: limitWaiting },
    migrations: { directory, loadExtensions: ['.js'], disableMigrationsListValidation: true },
    // Errors are thrown; the library's own messages are not for operators.
    log: { warn: quiet, error: quiet, debug: quiet, deprecate: quiet },
  });
}

function limitWaiting(client: pg.Client, done: (error: unknown, client: pg.Client) => void): void {
  client.query(`set lock_timeout = '${LOCK_TIMEOUT}'`).then(
    () => done(undefined, client),
    (error: unknown) => done(error, client),
  );
}

async function pendingIn(database: Knex): Promise<readonly string[]> {
  const [, pending] = (await database.migrate.list()) as [unknown, { readonly file: string }[]];
  return pending.map(({ file }) => file);
}

/** Under our lock no other process migrates: the remains of a killed run are removed. */
async function run(database: Knex): Promise<void> {
  await database.migrate.forceFreeMigrationsLock();
  const { rows } = await database.raw<{ rows: { readonly name: string }[] }>(INVALID_INDEXES);
  for (const { name } of rows) await database.raw(`drop index concurrently if exists ${name}`);
  await database.migrate.latest();
}

async function untilLocksAreFree(
  work: () => Promise<void>,
  { sleep, onWait }: Required<Pick<MigrateOptions, 'sleep' | 'onWait'>>,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      const { code } = error as { readonly code?: string };
      if (code !== LOCK_NOT_AVAILABLE || tries === MAX_TRIES) throw error;
      const pause = Math.min(2 ** (tries - 1), MAX_PAUSE_SECONDS);
      onWait(pause);
      await sleep(pause);
    }
  }
}

/**
 * The lock belongs to a transaction, so it ends with a killed process, and a transaction pooler keeps the connection for
 * it.
 */
async function withMigrationLock<T>(
  { url, sleep }: { readonly url: string; readonly sleep: Sleep },
  work: () => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  const lost = new Promise<never>((_, reject) => client.once('error', reject));
  lost.catch(() => undefined);
  await client.connect();
  try {
    while (!(await takesLock(client))) await sleep(1);
    return await Promise.race([work(), lost]);
  } finally {
    await client.end();
  }
}

/**
 * Polls instead of waiting in the database, and without parameters: a concurrent build of an index waits for every
 * unfinished statement, and a statement with parameters ends only with its transaction.
 */
async function takesLock(client: pg.Client): Promise<boolean> {
  await client.query('begin; set local idle_in_transaction_session_timeout = 0');
  const { rows } = await client.query<{ mine: boolean }>(TAKE_LOCK);
  if (rows[0]?.mine === true) return true;
  await client.query('rollback');
  return false;
}

function realSleep(seconds: number): Promise<void> {
  return setTimeout(seconds * 1_000);
}

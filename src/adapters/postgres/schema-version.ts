import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import type { Pool, QueryResultRow } from 'pg';
import { ServiceUnavailable } from '../../domain/failure.ts';

/** Where the migrations of this version are. */
export const MIGRATIONS = fileURLToPath(new URL('../../../migrations', import.meta.url));

const NO_SUCH_TABLE = '42P01';
/** One of our tables. */
const OWN_TABLE = `select tablename as name from pg_tables
  where schemaname = current_schema() and tablename in ('authentication', 'tenant') limit 1`;

/** The schema of the database is not that of this version. The message names no remedy: the commands do. */
export class SchemaMismatch extends Error {
  /** `behind`: migrations are missing. `foreign`: no migration can bring it up to date. */
  readonly kind: 'behind' | 'foreign';

  constructor(kind: 'behind' | 'foreign', message: string) {
    super(message);
    this.name = 'SchemaMismatch';
    this.kind = kind;
  }
}

/** Runs statements: a pool or a client. */
export interface Queryable {
  query<Row extends QueryResultRow>(text: string): Promise<{ readonly rows: readonly Row[] }>;
}

/** The state of one migration. */
export interface MigrationEntry {
  readonly name: string;
  /** `unknown`: done by a newer version than this one. */
  readonly state: 'done' | 'pending' | 'unknown';
}

/** The migrations of this version and of the database, in order. */
export async function migrationStatus(database: Queryable): Promise<readonly MigrationEntry[]> {
  const done = await doneMigrations(database);
  const known = knownIn(MIGRATIONS);
  return [...new Set([...known, ...done])].sort().map((name) => ({ name, state: stateOf(name) }));

  function stateOf(name: string): MigrationEntry['state'] {
    if (!done.has(name)) return 'pending';
    return known.includes(name) ? 'done' : 'unknown';
  }
}

/** The migrations of this version that the database lacks. */
export async function pendingMigrations(database: Queryable): Promise<readonly string[]> {
  const entries = await migrationStatus(database);
  return entries.filter(({ state }) => state === 'pending').map(({ name }) => name);
}

/**
 * Refuses a database that this version can neither serve nor bring up to date: one with migrations that are not ours and
 * not of a newer version, or with our tables and no migrations.
 * @throws {SchemaMismatch} `foreign`
 */
export async function refuseForeignSchema(
  database: Queryable,
  directory = MIGRATIONS,
): Promise<void> {
  const done = await doneMigrations(database);
  const known = knownIn(directory);
  const newest = known.at(-1) ?? '';
  const foreign = [...done].find((name) => !known.includes(name) && !isNewer(name, newest));
  const found = foreign === undefined ? undefined : `the migration ${foreign}`;
  const reason = found ?? (done.size === 0 ? await ownTable(database) : undefined);
  if (reason === undefined) return;
  throw new SchemaMismatch(
    'foreign',
    `the database was made by an unreleased version before 0.3.0, or by another program (it has ${reason})`,
  );
}

function isNewer(name: string, newest: string): boolean {
  return /^\d{14}_/.test(name) && name > newest;
}

async function ownTable(database: Queryable): Promise<string | undefined> {
  const { rows } = await database.query<{ readonly name: string }>(OWN_TABLE);
  return rows[0] && `the table ${rows[0].name} and no migration`;
}

function knownIn(directory: string): readonly string[] {
  return readdirSync(directory)
    .filter((name) => name.endsWith('.js'))
    .sort();
}

async function doneMigrations(database: Queryable): Promise<ReadonlySet<string>> {
  try {
    const { rows } = await database.query<{ name: string }>(
      'select name from knex_migrations order by name',
    );
    return new Set(rows.map(({ name }) => name));
  } catch (error) {
    if ((error as { code?: string }).code === NO_SUCH_TABLE) return new Set();
    throw error;
  }
}

/** @throws with one clear line when the database cannot serve this version */
export async function assertMigrated(pool: Pool): Promise<void> {
  const pending = await pendingMigrations(pool).catch((cause: NodeJS.ErrnoException) => {
    if (cause instanceof ServiceUnavailable) throw cause;
    throw new Error(`the database cannot be used: ${cause.message || cause.code}`, { cause });
  });
  await refuseForeignSchema(pool);
  if (pending.length === 0) return;
  throw new SchemaMismatch('behind', `the database misses ${pending.join(', ')}`);
}

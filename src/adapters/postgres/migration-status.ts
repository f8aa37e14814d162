import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import type { QueryResultRow } from 'pg';

/** Where the migrations of this version are. */
export const MIGRATIONS = fileURLToPath(new URL('../../../migrations', import.meta.url));

const NO_SUCH_TABLE = '42P01';
/** One of our tables. */
const OWN_TABLE = `select tablename as name from pg_tables
  where schemaname = current_schema() and tablename in ('authentication', 'tenant') limit 1`;
const REMEDY = 'create an empty database, then run migrate and apply';

/** What runs a statement. */
export interface Queryable {
  query<Row extends QueryResultRow>(text: string): Promise<{ readonly rows: readonly Row[] }>;
}

/** Where one migration stands. */
export interface MigrationEntry {
  readonly name: string;
  /** `unknown`: done by a newer version than this one. */
  readonly state: 'done' | 'pending' | 'unknown';
}

/** The migrations that this version or the database knows, in their order. */
export async function migrationStatus(database: Queryable): Promise<readonly MigrationEntry[]> {
  const done = await doneMigrations(database);
  const known = knownIn(MIGRATIONS);
  return [...new Set([...known, ...done])].sort().map((name) => ({ name, state: stateOf(name) }));

  function stateOf(name: string): MigrationEntry['state'] {
    if (!done.has(name)) return 'pending';
    return known.includes(name) ? 'done' : 'unknown';
  }
}

/** The migrations that this version knows and the database has not seen. */
export async function pendingMigrations(database: Queryable): Promise<readonly string[]> {
  const entries = await migrationStatus(database);
  return entries.filter(({ state }) => state === 'pending').map(({ name }) => name);
}

/**
 * Refuses a database that this version can neither serve nor bring up to date: one with migrations that are not ours and
 * not of a newer version, or with our tables and no migrations.
 * @throws with one line that says what to do
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
  throw new Error(
    `the database was made by an unreleased version before 0.3.0, or by another program (it has ${reason}): ${REMEDY}`,
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

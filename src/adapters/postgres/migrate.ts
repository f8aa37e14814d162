import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import knexModule from 'knex';
import pg from 'pg';

const { knex } = knexModule;
const DIRECTORY = fileURLToPath(new URL('../../../migrations', import.meta.url));
const NO_SUCH_TABLE = '42P01';
/** Any fixed number that differs from the other advisory locks of this service. */
const MIGRATION_LOCK = 7_301_644_001;

/** Brings the schema up to date; answers the migrations that it ran. Safe to run from many processes. */
export async function migrate(url: string): Promise<readonly string[]> {
  return withMigrationLock(url, async () => {
    const database = knex({ client: 'pg', connection: url, pool: { min: 0, max: 1 } });
    try {
      const [, names] = await database.migrate.latest({
        directory: DIRECTORY,
        loadExtensions: ['.js'],
        disableMigrationsListValidation: true,
      });
      return names as string[];
    } finally {
      await database.destroy();
    }
  });
}

/** The migrations that this version knows and the database has not seen. */
export async function pendingMigrations(pool: pg.Pool): Promise<readonly string[]> {
  const done = await doneMigrations(pool);
  return readdirSync(DIRECTORY).filter((name) => name.endsWith('.js') && !done.has(name));
}

async function doneMigrations(pool: pg.Pool): Promise<ReadonlySet<string>> {
  try {
    const { rows } = await pool.query<{ name: string }>('select name from knex_migrations');
    return new Set(rows.map(({ name }) => name));
  } catch (error) {
    if ((error as { code?: string }).code === NO_SUCH_TABLE) return new Set();
    throw error;
  }
}

/** The lock belongs to a connection, so it goes with a process that is killed. */
async function withMigrationLock<T>(url: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    return await work();
  } finally {
    await client.end();
  }
}

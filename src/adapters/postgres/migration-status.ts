import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import type { Pool } from 'pg';

/** Where the migrations of this version are. */
export const MIGRATIONS = fileURLToPath(new URL('../../../migrations', import.meta.url));

const NO_SUCH_TABLE = '42P01';

/** Where one migration stands. */
export interface MigrationEntry {
  readonly name: string;
  /** `unknown`: done by a newer version than this one. */
  readonly state: 'done' | 'pending' | 'unknown';
}

/** The migrations that this version or the database knows, in their order. */
export async function migrationStatus(pool: Pool): Promise<readonly MigrationEntry[]> {
  const done = await doneMigrations(pool);
  const known = readdirSync(MIGRATIONS).filter((name) => name.endsWith('.js'));
  return [...new Set([...known, ...done])].sort().map((name) => ({ name, state: stateOf(name) }));

  function stateOf(name: string): MigrationEntry['state'] {
    if (!done.has(name)) return 'pending';
    return known.includes(name) ? 'done' : 'unknown';
  }
}

/** The migrations that this version knows and the database has not seen. */
export async function pendingMigrations(pool: Pool): Promise<readonly string[]> {
  const entries = await migrationStatus(pool);
  return entries.filter(({ state }) => state === 'pending').map(({ name }) => name);
}

async function doneMigrations(pool: Pool): Promise<ReadonlySet<string>> {
  try {
    const { rows } = await pool.query<{ name: string }>('select name from knex_migrations');
    return new Set(rows.map(({ name }) => name));
  } catch (error) {
    if ((error as { code?: string }).code === NO_SUCH_TABLE) return new Set();
    throw error;
  }
}

import type { Pool } from 'pg';

import { pendingMigrations } from './migrate.ts';

/** @throws with one clear line when the database cannot serve this version */
export async function assertMigrated(pool: Pool): Promise<void> {
  const pending = await pendingMigrations(pool).catch((cause: NodeJS.ErrnoException) => {
    const why = cause.message || cause.code;
    throw new Error(`the database cannot be reached: ${why}`, { cause });
  });
  if (pending.length === 0) return;
  throw new Error(`the database misses ${pending.join(', ')}: run npm run migrate first`);
}

import type { Pool } from 'pg';

import { Unavailable } from '../../domain/unavailable.ts';
import { pendingMigrations, refuseForeignSchema } from './migration-status.ts';

/** @throws with one clear line when the database cannot serve this version */
export async function assertMigrated(pool: Pool): Promise<void> {
  const pending = await pendingMigrations(pool).catch((cause: NodeJS.ErrnoException) => {
    if (cause instanceof Unavailable) throw cause;
    throw new Error(`the database cannot be used: ${cause.message || cause.code}`, { cause });
  });
  await refuseForeignSchema(pool);
  if (pending.length === 0) return;
  throw new Error(`the database misses ${pending.join(', ')}: run migrate first`);
}

import type { Pool } from 'pg';

import { commandAdmission } from '../adapters/admission/database-admission.ts';
import { openPool } from '../adapters/postgres/pool.ts';
import { silentLog } from '../adapters/system/log.ts';
import type { Log } from '../ports/log.ts';

/** The database, and the longest duration of a statement; by default as in the service. */
export interface DatabaseOfCommand {
  readonly url: string;
  readonly statementSeconds?: number;
  readonly log?: Log;
}

/** Runs the work of a command on one connection, which is closed afterwards. */
export async function withDatabase<T>(
  { url, statementSeconds, log = silentLog }: DatabaseOfCommand,
  work: (pool: Pool) => Promise<T>,
): Promise<T> {
  const deadline = statementSeconds === undefined ? {} : { deadline: statementSeconds };
  const pool = openPool({ url, size: 1, admission: commandAdmission, ...deadline }, log);
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

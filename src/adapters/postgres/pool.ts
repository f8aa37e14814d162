import pg from 'pg';

import type { Log } from '../../ports/log.ts';

/** How to reach the database. */
export interface PoolSettings {
  readonly url: string;
  readonly size: number;
  /** How long a statement may take, in seconds; 5 unless told otherwise. */
  readonly patience?: number;
}

/**
 * Connections that fail fast: a busy or silent database answers with an error within seconds instead of
 * holding the caller, and a connection that breaks while idle is logged and replaced.
 */
export function openPool({ url, size, patience = 5 }: PoolSettings, log: Log): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: 3_000,
    statement_timeout: patience * 1_000,
    query_timeout: (patience + 1) * 1_000,
    idleTimeoutMillis: 30_000,
    application_name: 'eid-broker',
  });
  pool.on('error', (cause) => log.warn('database.connection_lost', { cause: cause.message }));
  return pool;
}

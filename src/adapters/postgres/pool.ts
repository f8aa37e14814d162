import pg from 'pg';

import type { Log } from '../../ports/log.ts';
import { guardedPool } from './guarded-pool.ts';
import type { MeasureStatement } from './measured-statements.ts';

/** How to reach the database. */
export interface PoolSettings {
  readonly url: string;
  readonly size: number;
  /** How long a statement may take, in seconds; what a person in front of a page waits for, unless told otherwise. */
  readonly patience?: number;
}

/** In seconds. With the network's half a second an answer, whatever it is, comes within three. */
const PATIENCE = 2.5;
const NETWORK_MS = 500;

/** Beyond so many for each connection, whoever comes would wait in vain. */
const WAITING_PER_CONNECTION = 25;

/**
 * Connections that fail fast: a busy or silent database answers with `Unavailable` within seconds instead of
 * holding the caller, and a connection that breaks while idle is logged and replaced.
 */
export function openPool(
  { url, size, patience = PATIENCE }: PoolSettings,
  log: Log,
  measure?: MeasureStatement,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: 2_000,
    statement_timeout: patience * 1_000,
    query_timeout: patience * 1_000 + NETWORK_MS,
    idleTimeoutMillis: 30_000,
    application_name: 'eid-broker',
    keepAlive: true,
  });
  pool.on('error', (cause) => log.warn('database.connection_lost', { cause: cause.message }));
  return guardedPool(pool, size * WAITING_PER_CONNECTION, measure);
}

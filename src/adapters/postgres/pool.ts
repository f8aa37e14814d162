import pg, { type ClientBase, type Pool } from 'pg';

import type { DatabaseAdmission } from '../../ports/admission.ts';
import type { Log } from '../../ports/log.ts';
import {
  type GuardedPool,
  guardedPool,
  type MeasureStatement,
  unmeasured,
} from './guarded-pool.ts';

/** A prepared statement. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** How to reach the database. */
export interface PoolSettings {
  readonly url: string;
  readonly size: number;
  /** The longest duration of a statement, in seconds. The default suits a person in front of a page. */
  readonly deadline?: number;
  /** The queue of its callers, and their deadline. */
  readonly admission: DatabaseAdmission;
}

/** The options of a pool that serves requests. */
export interface Serving {
  readonly measure: MeasureStatement;
}

/** In seconds; the network has half a second more. */
const DEADLINE = 2.5;
const NETWORK_MS = 500;

/** After this time the database counts as unavailable. */
const CONNECT_TIMEOUT_MS = 2_000;

/**
 * Requests find each row by a key, so plans must use indexes. Otherwise a plan that was made for a small table would scan
 * it, and stay in use through the first minute of a burst. The high cost of other plans must not start a JIT compilation.
 */
const BY_KEYS = 'set enable_seqscan = off; set enable_bitmapscan = off; set jit = off';

/**
 * Connections that fail fast: when the database is busy or silent, callers get `ServiceUnavailable` within seconds.
 * A connection that breaks while idle is logged and replaced. Requests queue for connections by tenant.
 */
export function openPool(
  { url, size, deadline = DEADLINE, admission }: PoolSettings,
  log: Log,
  serving?: Serving,
): GuardedPool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: deadline * 1_000,
    query_timeout: deadline * 1_000 + NETWORK_MS,
    idleTimeoutMillis: 30_000,
    application_name: 'eid-broker',
    keepAlive: true,
    ...(serving && { onConnect: (client: pg.ClientBase) => client.query(BY_KEYS) }),
  });
  pool.on('error', (cause) => log.warn('database.connection_lost', { cause: cause.message }));
  return guardedPool(pool, {
    queue: admission.openQueue(size),
    queueKey: admission.queueKey,
    deadline: admission.deadline,
    measure: serving?.measure ?? unmeasured,
  });
}

/** Runs work in one transaction. */
export async function inTransaction<Result>(
  pool: Pool,
  work: (client: ClientBase) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    // Closing the connection rolls back.
    client.release(true);
    throw error;
  }
}

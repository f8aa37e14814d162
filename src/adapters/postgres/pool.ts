import pg, { type ClientBase, type Pool } from 'pg';

import type { DatabaseAdmission } from '../../ports/admission.ts';
import type { Log } from '../../ports/log.ts';
import {
  type GuardedPool,
  guardedPool,
  type MeasureStatement,
  unmeasured,
} from './guarded-pool.ts';

/** How to reach the database. */
export interface PoolSettings {
  readonly url: string;
  readonly size: number;
  /** How long a statement may take, in seconds; what a person in front of a page waits for, unless set otherwise. */
  readonly deadline?: number;
  /** How its callers queue for connections, and how long they wait. */
  readonly admission: DatabaseAdmission;
}

/** What a pool has that serves requests. */
export interface Serving {
  readonly measure: MeasureStatement;
}

/** In seconds; the network has half a second more. */
const DEADLINE = 2.5;
const NETWORK_MS = 500;

/** A connection that takes longer to open counts as unavailable. */
const CONNECT_TIMEOUT_MS = 2_000;

/**
 * A request reaches each row by a key, and no plan may read more. One that was made while a table was small would, and
 * is kept through the first minute of a burst. Where there is no key, the high cost must not set off a compilation.
 */
const BY_KEYS = 'set enable_seqscan = off; set enable_bitmapscan = off; set jit = off';

/**
 * Connections that fail fast: a busy or silent database answers with `Unavailable` within seconds instead of
 * holding the caller, and a connection that breaks while idle is logged and replaced. Requests share them by their tenants.
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

/** Does the work on one connection, all of it or nothing. */
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
    // A connection whose transaction failed is not worth keeping; closing it rolls back.
    client.release(true);
    throw error;
  }
}

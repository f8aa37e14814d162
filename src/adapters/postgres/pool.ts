import pg, { type ClientBase, type Pool } from 'pg';

import { fairQueue } from '../../flows/request-limits/fair-line.ts';
import type { Log } from '../../ports/log.ts';
import type { PresentRequests } from '../../ports/present-requests.ts';
import type { Stopwatch } from '../../ports/runtime.ts';
import { makeDeadline, noDeadline } from './deadline.ts';
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
  /** How long a statement may take, in seconds; what a person in front of a page waits for, unless told otherwise. */
  readonly deadline?: number;
}

/** Of a pool that serves requests. */
export interface Serving {
  readonly requests: Pick<PresentRequests, 'current'>;
  readonly stopwatch: Stopwatch;
  readonly measure: MeasureStatement;
}

/** In seconds, and the network's half of one. */
const DEADLINE = 2.5;
const NETWORK_MS = 500;

/** In seconds: a request hears what became of it within three, however many statements it has. */
const DEADLINE_OF_REQUEST = 2.8;

const LONGEST_WAIT_MS = 2_000;
/** Beyond so many for each connection, whoever else comes of the same tenant would wait in vain. */
const WAITING_PER_CONNECTION = 25;

/**
 * A request reaches each row by a key, and no plan may read more. One that was made while a table was small would, and
 * is kept through the first minute of a burst. Where there is no key, the high cost must not set off a compilation.
 */
const BY_KEYS = 'set enable_seqscan = off; set enable_bitmapscan = off; set jit = off';

/** What is done for no request. */
const OWN = '';

/**
 * Connections that fail fast: a busy or silent database answers with `Unavailable` within seconds instead of
 * holding the caller, and a connection that breaks while idle is logged and replaced. Requests share them by tenants.
 */
export function openPool(
  { url, size, deadline = DEADLINE }: PoolSettings,
  log: Log,
  serving?: Serving,
): GuardedPool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: LONGEST_WAIT_MS,
    statement_timeout: deadline * 1_000,
    query_timeout: deadline * 1_000 + NETWORK_MS,
    idleTimeoutMillis: 30_000,
    application_name: 'eid-broker',
    keepAlive: true,
    ...(serving && { onConnect: (client: pg.ClientBase) => client.query(BY_KEYS) }),
  });
  pool.on('error', (cause) => log.warn('database.connection_lost', { cause: cause.message }));
  return guardedPool(pool, {
    line: fairQueue({
      what: 'a connection to the database',
      atOnce: size,
      mostWaiting: size * WAITING_PER_CONNECTION,
      longestWaitMs: LONGEST_WAIT_MS,
    }),
    queueKey: () => serving?.requests.current()?.tenantId ?? OWN,
    deadline:
      serving === undefined
        ? noDeadline
        : makeDeadline({ ...serving, seconds: DEADLINE_OF_REQUEST }),
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

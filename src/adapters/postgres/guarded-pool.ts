import { setTimeout as pause } from 'node:timers/promises';

import pg, { type Pool, type PoolClient } from 'pg';

import { Unavailable } from '../../domain/failure.ts';
import type { Deadline, FairQueue, Wait } from '../../ports/admission.ts';
import type { Metrics } from '../../ports/metrics.ts';
import type { Stopwatch } from '../../ports/runtime.ts';

/** How often a statement that the server undid for another one is run again. */
const RETRIES = 3;

/** What guards a pool. */
export interface PoolGuard {
  /** Its permits are the connections of the pool. */
  readonly queue: FairQueue;
  /** The queue key of what is done at this moment. */
  readonly queueKey: () => string;
  readonly deadline: Deadline;
  readonly measure: MeasureStatement;
}

/** A pool that reports whether its callers wait. */
export interface GuardedPool extends Pool {
  /** As its queue's. */
  readonly isFull: () => boolean;
}

/**
 * A pool that throws every failure of the database to answer as `Unavailable`, and mistakes in a statement as the
 * driver throws them. Its callers wait for a connection in a fair queue. A statement outside a transaction is run again
 * when the server undid it for another one; a transaction is repeated by its owner. A statement that may change
 * something is refused before it is sent, or completed: after an error the caller must not find that it was done.
 */
export function guardedPool(pool: Pool, guard: PoolGuard): GuardedPool {
  const { queue, queueKey, deadline, measure } = guard;
  const staggered = stagger();
  const query = (...statement: readonly unknown[]) =>
    measure(statement[0], () =>
      again(() => orUnavailable(() => deadline((wait) => inQueue(wait, statement))), staggered),
    );
  return guarded(Object.assign(pool, { isFull: queue.isFull }), {
    query,
    connect: () => orUnavailable(() => deadline(connected)),
    get waitingCount() {
      return queue.waiting();
    },
  });

  function run(statement: readonly unknown[]): Promise<unknown> {
    return Reflect.apply(pool.query, pool, statement);
  }

  async function inQueue(wait: Wait, statement: readonly unknown[]): Promise<unknown> {
    const release = await permitFor(wait);
    if (!isRead(statement[0])) wait.mustComplete();
    try {
      return await run(statement);
    } finally {
      release();
    }
  }

  async function connected(wait: Wait): Promise<PoolClient> {
    const release = await permitFor(wait);
    const connection = await pool.connect().catch((error) => {
      release();
      throw error;
    });
    const client = guardedClient(connection, { ...guard, release });
    if (!wait.isOver()) return client;
    client.release();
    throw tooLate();
  }

  /** After the deadline the permit is released unused. */
  async function permitFor(wait: Wait): Promise<() => void> {
    const release = await queue.enter(queueKey());
    if (!wait.isOver()) return release;
    release();
    throw tooLate();
  }
}

interface ClientGuard extends Pick<PoolGuard, 'deadline' | 'measure'> {
  readonly release: () => void;
}

/**
 * A connection that once gave no answer is closed, and must not end the process when it breaks. A commit completes
 * whatever the deadline, because its outcome must be known; a transaction that is given up before it is undone.
 */
function guardedClient(
  client: PoolClient,
  { deadline, measure, release }: ClientGuard,
): PoolClient {
  let isBroken = false;
  const breaks = () => {
    isBroken = true;
  };
  client.on('error', breaks);
  return guarded(client, {
    query: (...statement: readonly unknown[]) =>
      measure(statement[0], () =>
        orUnavailable(() =>
          deadline((wait) => {
            if (statement[0] === 'commit') wait.mustComplete();
            return Reflect.apply(client.query, client, statement);
          }),
        ),
      ).catch((error) => {
        isBroken ||= error instanceof Unavailable;
        throw error;
      }),
    release(destroy?: boolean | Error) {
      client.off('error', breaks);
      client.release(destroy ?? isBroken);
      release();
    },
  });
}

/** A read may be given up after it was sent. */
function isRead(statement: unknown): boolean {
  const { text } = Object(statement) as { readonly text?: unknown };
  return typeof text === 'string' && text.startsWith('select');
}

function tooLate(): Unavailable {
  return new Unavailable('a connection came free after the deadline of the request');
}

/** The same object but for these methods. */
function guarded<Target extends object>(
  target: Target,
  methods: Readonly<Record<string, unknown>>,
) {
  return new Proxy(target, {
    get(_, name) {
      if (typeof name === 'string' && Object.hasOwn(methods, name)) return methods[name];
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}

async function orUnavailable<Answer>(run: () => Promise<Answer>): Promise<Answer> {
  try {
    return await run();
  } catch (cause) {
    if (!isUnavailable(cause)) throw cause;
    const { message, code } = cause as NodeJS.ErrnoException;
    throw new Unavailable(`the database does not answer: ${message || code}`, { cause });
  }
}

async function again<Answer>(
  run: () => Promise<Answer>,
  staggered: (tries: number) => number,
): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run();
    } catch (error) {
      const { cause } = Object(error) as { readonly cause?: unknown };
      if (tries > RETRIES || !wasUndone(cause)) throw error;
      await pause(staggered(tries));
    }
  }
}

/** In milliseconds. Statements that met once must not meet again: each pauses for another time, in each process. */
function stagger(): (tries: number) => number {
  let met = process.pid;
  return (tries) => {
    met += 7;
    return tries * 10 + (met % 20);
  };
}

/** Runs a statement, and measures how long it took. */
export interface MeasureStatement {
  <Answer>(statement: unknown, run: () => Promise<Answer>): Promise<Answer>;
}

interface Deps {
  readonly metrics: Pick<Metrics, 'statementRun'>;
  readonly stopwatch: Stopwatch;
}

/** Counts every statement in the metrics, by its name. */
export function measuredStatements({ metrics, stopwatch }: Deps): MeasureStatement {
  return async function measured(statement, run) {
    const elapsed = stopwatch();
    const name = nameOf(statement);
    try {
      const answer = await run();
      metrics.statementRun({ statement: name, outcome: 'done', seconds: elapsed() });
      return answer;
    } catch (error) {
      metrics.statementRun({ statement: name, outcome: 'failed', seconds: elapsed() });
      throw error;
    }
  };
}

/** For commands, which have no metrics. */
export const unmeasured: MeasureStatement = (_, run) => run();

function nameOf(statement: unknown): string {
  const { name } = Object(statement) as { readonly name?: unknown };
  return typeof name === 'string' ? name : 'unnamed';
}

/** The server cannot serve, or was stopped in the middle: classes and single codes of appendix A of the manual. */
const UNAVAILABLE_STATES = [
  /^08(?!P01)/, // The connection broke. Of 08P01 we are the cause.
  /^28/, // It does not let us in any more.
  /^53/, // No connection, memory or disk is left.
  /^57P0/, // It stops, starts or crashed.
  /^58/, // Its disk fails.
  /^(?:57014|55P03|25P03|25P04)$/, // A statement, a lock or a transaction took too long.
  /^25006$/, // It is a standby, or was made read-only.
  /^40(?:001|P01)$/, // Statements stand in one another's way.
];

/** Of the driver's own errors, which have no codes, and of its pool's. */
const DRIVER_TEXTS =
  /^(?:timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/;

/** Of the network. ENOENT: the socket's file is not there. */
const NETWORK_CODES =
  /^(?:ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN|ENOENT|EMFILE|ENFILE)$/;

/** True when the database could not run the statement now; false when the statement is wrong. */
function isUnavailable(error: unknown): boolean {
  const { code, message } = Object(error) as {
    readonly code?: unknown;
    readonly message?: unknown;
  };
  if (error instanceof pg.DatabaseError) {
    return typeof code === 'string' && UNAVAILABLE_STATES.some((state) => state.test(code));
  }
  if (typeof code === 'string') return NETWORK_CODES.test(code);
  return typeof message === 'string' && DRIVER_TEXTS.test(message);
}

/** True when the server undid the statement for the sake of another one: it may be run again. */
function wasUndone(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^40(?:001|P01)$/.test(error.code ?? '');
}

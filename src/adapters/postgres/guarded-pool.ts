import { setTimeout as pause } from 'node:timers/promises';

import pg, { type Pool, type PoolClient } from 'pg';

import { ServiceUnavailable } from '../../domain/failure.ts';
import type { Deadline, DeadlineState, FairQueue } from '../../ports/admission.ts';
import type { Metrics } from '../../ports/metrics.ts';
import type { Stopwatch } from '../../ports/runtime.ts';

/** Repeats of a statement that the server rolled back for another one. */
const RETRIES = 3;

/** The guards of a pool. */
export interface PoolGuard {
  /** The queue of callers; its permits are the connections of the pool. */
  readonly queue: FairQueue;
  /** The queue key of the current request. */
  readonly queueKey: () => string;
  readonly deadline: Deadline;
  readonly measure: MeasureStatement;
}

/** A pool that reports whether its callers wait. */
export interface GuardedPool extends Pool {
  /** As `FairQueue.isFull`. */
  readonly isFull: () => boolean;
}

/**
 * A pool that throws `ServiceUnavailable` when the database does not answer, and other errors as the driver throws them.
 * Its callers wait for a connection in a fair queue. A statement outside a transaction is repeated when the server rolled
 * it back for another one; a transaction is repeated by its owner. A statement that writes is either refused before it is
 * sent, or completed: so an error means that nothing changed.
 */
export function guardedPool(pool: Pool, guard: PoolGuard): GuardedPool {
  const { queue, queueKey, deadline, measure } = guard;
  const staggered = stagger();
  const query = (...statement: readonly unknown[]) =>
    measure(statement[0], () =>
      repeated(
        () => orServiceUnavailable(() => deadline((state) => inQueue(state, statement))),
        staggered,
      ),
    );
  return guarded(Object.assign(pool, { isFull: queue.isFull }), {
    query,
    connect: () => orServiceUnavailable(() => deadline(connected)),
    get waitingCount() {
      return queue.waiting();
    },
  });

  function run(statement: readonly unknown[]): Promise<unknown> {
    return Reflect.apply(pool.query, pool, statement);
  }

  async function inQueue(state: DeadlineState, statement: readonly unknown[]): Promise<unknown> {
    const release = await permitFor(state);
    if (!isRead(statement[0])) state.mustComplete();
    try {
      return await run(statement);
    } finally {
      release();
    }
  }

  async function connected(state: DeadlineState): Promise<PoolClient> {
    const release = await permitFor(state);
    const connection = await pool.connect().catch((error) => {
      release();
      throw error;
    });
    const client = guardedClient(connection, { ...guard, release });
    if (!state.isOver()) return client;
    client.release();
    throw afterDeadline();
  }

  /** After the deadline the permit is released unused. */
  async function permitFor(state: DeadlineState): Promise<() => void> {
    const release = await queue.enter(queueKey());
    if (!state.isOver()) return release;
    release();
    throw afterDeadline();
  }
}

interface ClientGuard extends Pick<PoolGuard, 'deadline' | 'measure'> {
  readonly release: () => void;
}

/**
 * A connection that did not answer once is closed, and its later errors do not end the process. A commit completes even
 * after the deadline, because its outcome must be known; a transaction that is abandoned earlier is rolled back.
 */
function guardedClient(
  client: PoolClient,
  { deadline, measure, release }: ClientGuard,
): PoolClient {
  let isBroken = false;
  const onError = () => {
    isBroken = true;
  };
  client.on('error', onError);
  return guarded(client, {
    query: (...statement: readonly unknown[]) =>
      measure(statement[0], () =>
        orServiceUnavailable(() =>
          deadline((state) => {
            if (statement[0] === 'commit') state.mustComplete();
            return Reflect.apply(client.query, client, statement);
          }),
        ),
      ).catch((error) => {
        isBroken ||= error instanceof ServiceUnavailable;
        throw error;
      }),
    release(destroy?: boolean | Error) {
      client.off('error', onError);
      client.release(destroy ?? isBroken);
      release();
    },
  });
}

/** A read may be abandoned after it was sent. */
function isRead(statement: unknown): boolean {
  const { text } = Object(statement) as { readonly text?: unknown };
  return typeof text === 'string' && text.startsWith('select');
}

function afterDeadline(): ServiceUnavailable {
  return new ServiceUnavailable('a connection came free after the deadline of the request');
}

/** The same object with these methods replaced. */
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

async function orServiceUnavailable<Answer>(run: () => Promise<Answer>): Promise<Answer> {
  try {
    return await run();
  } catch (cause) {
    if (!isUnavailable(cause)) throw cause;
    const { message, code } = cause as NodeJS.ErrnoException;
    throw new ServiceUnavailable(`the database does not answer: ${message || code}`, { cause });
  }
}

async function repeated<Answer>(
  run: () => Promise<Answer>,
  staggered: (tries: number) => number,
): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run();
    } catch (error) {
      const { cause } = Object(error) as { readonly cause?: unknown };
      if (tries > RETRIES || !wasRolledBack(cause)) throw error;
      await pause(staggered(tries));
    }
  }
}

/** In milliseconds. Each repeat pauses for another time, in each process, so that the same statements do not conflict again. */
function stagger(): (tries: number) => number {
  let seed = process.pid;
  return (tries) => {
    seed += 7;
    return tries * 10 + (seed % 20);
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
  /^08(?!P01)/, // The connection broke. 08P01 is an error of the client.
  /^28/, // The server refuses the login.
  /^53/, // No connection, memory or disk is left.
  /^57P0/, // The server stops, starts or crashed.
  /^58/, // The server's disk fails.
  /^(?:57014|55P03|25P03|25P04)$/, // A statement, a lock or a transaction took too long.
  /^25006$/, // The server is a standby, or was made read-only.
  /^40(?:001|P01)$/, // The server rolled the statement back for another one.
];

/** Messages of the driver and its pool, whose errors have no codes. */
const DRIVER_TEXTS =
  /^(?:timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/;

/** Codes of network errors. ENOENT: the socket's file does not exist. */
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

/** True when the server rolled the statement back for another one: it may be repeated. */
function wasRolledBack(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^40(?:001|P01)$/.test(error.code ?? '');
}

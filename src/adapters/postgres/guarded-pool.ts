import { setTimeout as pause } from 'node:timers/promises';

import type { Pool, PoolClient } from 'pg';

import { Unavailable } from '../../domain/failure.ts';
import type { Deadline, FairQueue, Wait } from '../../ports/admission.ts';
import type { Metrics } from '../../ports/metrics.ts';
import type { Stopwatch } from '../../ports/runtime.ts';
import { isUnavailable, wasUndone } from './database-errors.ts';

/** How often a statement that stood in another one's way is run again. */
const RETRIES = 3;

/** What stands around a pool. */
export interface PoolGuard {
  /** The rights to use a connection: no more than the pool has. */
  readonly queue: FairQueue;
  /** For whom something is done at this moment. */
  readonly queueKey: () => string;
  readonly deadline: Deadline;
  readonly measure: MeasureStatement;
}

/** A pool that knows how it stands. */
export interface GuardedPool extends Pool {
  /** As the line's. */
  readonly isFull: () => boolean;
}

/**
 * A pool whose callers hear of every failure to answer as `Unavailable`, and of their own mistakes as the driver
 * tells them. They wait for a connection in a fair queue. A statement that runs by itself and was undone for the
 * sake of another one is run again; what belongs to a transaction is its owner's to repeat. One that may change
 * something is refused in time or waited for: who was told that it failed must not find that it happened.
 */
export function guardedPool(pool: Pool, guard: PoolGuard): GuardedPool {
  const { queue, queueKey, deadline, measure } = guard;
  const staggered = stagger();
  const query = (...statement: readonly unknown[]) =>
    measure(statement[0], () =>
      again(() => told(() => deadline((wait) => inQueue(wait, statement))), staggered),
    );
  return guarded(Object.assign(pool, { isFull: queue.isFull }), {
    query,
    connect: () => told(() => deadline(connected)),
    get waitingCount() {
      return queue.waiting();
    },
  });

  function ask(statement: readonly unknown[]): Promise<unknown> {
    return Reflect.apply(pool.query, pool, statement);
  }

  async function inQueue(wait: Wait, statement: readonly unknown[]): Promise<unknown> {
    const release = await rightTo(wait);
    if (!isRead(statement[0])) wait.mustComplete();
    try {
      return await ask(statement);
    } finally {
      release();
    }
  }

  async function connected(wait: Wait): Promise<PoolClient> {
    const release = await rightTo(wait);
    const connection = await pool.connect().catch((error) => {
      release();
      throw error;
    });
    const client = guardedClient(connection, { ...guard, release });
    if (!wait.isOver()) return client;
    client.release();
    throw tooLate();
  }

  /** Who was called too late does nothing any more. */
  async function rightTo(wait: Wait): Promise<() => void> {
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
 * A connection that once gave no answer is not worth keeping, and must not end the process when it breaks. Of a
 * transaction whoever commits must know what became of it; before that, whatever is given up is undone.
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
        told(() =>
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

/** Whether anybody may hear too early that it failed. */
function isRead(statement: unknown): boolean {
  const { text } = Object(statement) as { readonly text?: unknown };
  return typeof text === 'string' && text.startsWith('select');
}

function tooLate(): Unavailable {
  return new Unavailable('its turn came when nobody waited any more');
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

async function told<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (cause) {
    if (!isUnavailable(cause)) throw cause;
    const { message, code } = cause as NodeJS.ErrnoException;
    throw new Unavailable(`the database does not answer: ${message || code}`, { cause });
  }
}

async function again<Answer>(
  ask: () => Promise<Answer>,
  staggered: (tries: number) => number,
): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      const { cause } = Object(error) as { readonly cause?: unknown };
      if (tries > RETRIES || !wasUndone(cause)) throw error;
      await pause(staggered(tries));
    }
  }
}

/** In milliseconds. Those who met must not meet again: each waits another while, in each process. */
function stagger(): (tries: number) => number {
  let met = process.pid;
  return (tries) => {
    met += 7;
    return tries * 10 + (met % 20);
  };
}

/** Lets a statement run, and tells how long it took. */
export interface MeasureStatement {
  <Answer>(statement: unknown, run: () => Promise<Answer>): Promise<Answer>;
}

interface Deps {
  readonly metrics: Pick<Metrics, 'statementRun'>;
  readonly stopwatch: Stopwatch;
}

/** Tells the meter of every statement by its name. */
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

/** For commands: nobody looks. */
export const unmeasured: MeasureStatement = (_, run) => run();

function nameOf(statement: unknown): string {
  const { name } = Object(statement) as { readonly name?: unknown };
  return typeof name === 'string' ? name : 'unnamed';
}

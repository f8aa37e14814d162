import { setTimeout as pause } from 'node:timers/promises';

import type { Pool, PoolClient } from 'pg';

import { Unavailable } from '../../domain/unavailable.ts';
import { isUnavailable, wasUndone } from './is-unavailable.ts';
import { type MeasureStatement, unmeasured } from './measured-statements.ts';

/** How often a statement that stood in another one's way is run again. */
const RETRIES = 3;

/**
 * A pool whose callers hear of every failure to answer as `Unavailable`, and of their own mistakes as the driver
 * tells them. No more than `mostWaiting` wait for a connection. A statement that runs by itself and was undone for the
 * sake of another one is run again; what belongs to a transaction is its owner's to repeat.
 */
export function guardedPool(
  pool: Pool,
  mostWaiting: number,
  measure: MeasureStatement = unmeasured,
): Pool {
  const staggered = stagger();
  const query = (...statement: readonly unknown[]) =>
    measure(statement[0], () =>
      again(() => told(() => inRoom(() => Reflect.apply(pool.query, pool, statement))), staggered),
    );
  const connect = async () =>
    guardedClient(await told(() => inRoom(() => pool.connect())), measure);
  return guarded(pool, { query, connect });

  function inRoom<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    if (pool.waitingCount < mostWaiting) return ask();
    throw new Unavailable('too many wait for a connection to the database');
  }
}

/** A connection that once gave no answer is not worth keeping, and must not end the process when it breaks. */
function guardedClient(client: PoolClient, measure: MeasureStatement): PoolClient {
  let isBroken = false;
  const breaks = () => {
    isBroken = true;
  };
  client.on('error', breaks);
  return guarded(client, {
    query: (...statement: readonly unknown[]) =>
      measure(statement[0], () => told(() => Reflect.apply(client.query, client, statement))).catch(
        (error) => {
          isBroken ||= error instanceof Unavailable;
          throw error;
        },
      ),
    release(destroy?: boolean | Error) {
      client.off('error', breaks);
      client.release(destroy ?? isBroken);
    },
  });
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

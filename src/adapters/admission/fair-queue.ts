import { ServiceUnavailable } from '../../domain/failure.ts';
import type { FairQueue, RequestScheduler } from '../../ports/admission.ts';

/** A scarce resource, and the limits of its queue. */
export interface FairQueueSettings {
  /** For error messages: `a connection to the database`. */
  readonly resource: string;
  readonly permits: number;
  /** How many callers with one queue key may wait. */
  readonly maxWaiting: number;
  readonly maxWaitMs: number;
}

/**
 * Round robin over the queue keys, so that a key with many callers delays only itself. While there are several permits,
 * no key holds all of them: the other keys are served even while its work takes long.
 */
export function fairQueue(settings: FairQueueSettings): FairQueue {
  const { resource, permits, maxWaiting, maxWaitMs } = settings;
  const maxPerKey = Math.max(1, permits - 1);
  const held = new Map<string, number>();
  /** The callers of each key, by the functions that grant them a permit. The first key is served next. */
  const queues = new Map<string, Set<() => void>>();
  let heldByAll = 0;

  return {
    async enter(queueKey) {
      if (mayHold(queueKey)) take(queueKey);
      else await granted(queueKey);
      return () => release(queueKey);
    },

    waiting: () => [...queues.values()].reduce((sum, { size }) => sum + size, 0),
    isFull: () => [...queues.keys()].some((queueKey) => !hasItsShare(queueKey)),
  };

  function mayHold(queueKey: string): boolean {
    return heldByAll < permits && heldBy(queueKey) < maxPerKey;
  }

  /** A single permit has no shares: every key may hold it. */
  function hasItsShare(queueKey: string): boolean {
    return maxPerKey < permits && heldBy(queueKey) === maxPerKey;
  }

  function heldBy(queueKey: string): number {
    return held.get(queueKey) ?? 0;
  }

  function take(queueKey: string): void {
    heldByAll += 1;
    held.set(queueKey, heldBy(queueKey) + 1);
  }

  function release(queueKey: string): void {
    heldByAll -= 1;
    const left = heldBy(queueKey) - 1;
    if (left > 0) held.set(queueKey, left);
    else held.delete(queueKey);
    grantNext();
  }

  /** One permit was released, so one caller gets one. */
  function grantNext(): void {
    for (const [queueKey, queue] of queues) {
      if (!mayHold(queueKey)) continue;
      const [grant] = queue;
      queues.delete(queueKey);
      if (grant === undefined) continue;
      queue.delete(grant);
      if (queue.size > 0) queues.set(queueKey, queue);
      take(queueKey);
      grant();
      return;
    }
  }

  function granted(queueKey: string): Promise<void> {
    const queue = queues.get(queueKey) ?? new Set();
    if (queue.size >= maxWaiting) throw new ServiceUnavailable(`too many wait for ${resource}`);
    queues.set(queueKey, queue);
    return new Promise((resolve, reject) => {
      const grant = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        leave(queueKey, grant);
        reject(new ServiceUnavailable(`waited too long for ${resource}`));
      }, maxWaitMs);
      queue.add(grant);
    });
  }

  function leave(queueKey: string, grant: () => void): void {
    const queue = queues.get(queueKey);
    queue?.delete(grant);
    if (queue?.size === 0) queues.delete(queueKey);
  }
}

/** So few that all running requests make progress between two turns of the event loop. */
const STARTS_PER_TURN = 4;
const MAX_WAIT_MS = 2_000;

/**
 * Starts a few requests in each turn of the event loop, round robin over the tenants. Otherwise all that arrived would
 * start at once, and each running request would wait, at every step, for the first step of all of them.
 */
export function fairRequestScheduler(
  afterTurn: (callback: () => void) => void = setImmediate,
): RequestScheduler {
  const queue = fairQueue({
    resource: 'the start of its request',
    permits: STARTS_PER_TURN,
    // The concurrency limit bounds them.
    maxWaiting: Number.POSITIVE_INFINITY,
    maxWaitMs: MAX_WAIT_MS,
  });
  return {
    async enter(tenantId) {
      afterTurn(await queue.enter(tenantId));
    },
  };
}

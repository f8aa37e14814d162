import { Unavailable } from '../../domain/failure.ts';
import type { FairQueue, StartQueue } from '../../ports/admission.ts';

/** How much there is of everything. */
export interface FairQueueSettings {
  /** What is scarce: `a connection to the database`. */
  readonly what: string;
  /** So many have the right at the same time. */
  readonly atOnce: number;
  /** So many of one party may wait. */
  readonly mostWaiting: number;
  readonly longestWaitMs: number;
}

/**
 * Whoever waits is called party by party, one of each: who sends many delays itself. No party has the last right while
 * there are several, so that the others are served even while what it does takes long.
 */
export function fairQueue(settings: FairQueueSettings): FairQueue {
  const { what, atOnce, mostWaiting, longestWaitMs } = settings;
  const mostOfOne = Math.max(1, atOnce - 1);
  const held = new Map<string, number>();
  /** The party that is called next is the first. */
  const lines = new Map<string, Set<() => void>>();
  let heldByAll = 0;

  return {
    async enter(queueKey) {
      if (mayHold(queueKey)) take(queueKey);
      else await called(queueKey);
      return () => release(queueKey);
    },

    waiting: () => [...lines.values()].reduce((sum, { size }) => sum + size, 0),
    isFull: () => [...lines.keys()].some((queueKey) => !hasItsShare(queueKey)),
  };

  function mayHold(queueKey: string): boolean {
    return heldByAll < atOnce && heldBy(queueKey) < mostOfOne;
  }

  /** Of a single right nobody has a share: it is there for all. */
  function hasItsShare(queueKey: string): boolean {
    return mostOfOne < atOnce && heldBy(queueKey) === mostOfOne;
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
    const left = (held.get(queueKey) ?? 1) - 1;
    if (left > 0) held.set(queueKey, left);
    else held.delete(queueKey);
    callNext();
  }

  /** One right was given up: it is enough to call one. */
  function callNext(): void {
    for (const [queueKey, line] of lines) {
      if (!mayHold(queueKey)) continue;
      const [first] = line;
      lines.delete(queueKey);
      if (first === undefined) continue;
      line.delete(first);
      if (line.size > 0) lines.set(queueKey, line);
      take(queueKey);
      first();
      return;
    }
  }

  function called(queueKey: string): Promise<void> {
    const line = lines.get(queueKey) ?? new Set();
    if (line.size >= mostWaiting) {
      throw new Unavailable(`too many wait for ${what}`);
    }
    lines.set(queueKey, line);
    return new Promise((resolve, reject) => {
      const call = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        leave(queueKey, call);
        reject(new Unavailable(`waited too long for ${what}`));
      }, longestWaitMs);
      line.add(call);
    });
  }

  function leave(queueKey: string, call: () => void): void {
    const line = lines.get(queueKey);
    line?.delete(call);
    if (line?.size === 0) lines.delete(queueKey);
  }
}

/** So few that between two rounds everything that has begun gets on. */
const OF_ONE_ROUND = 4;
const LONGEST_WAIT_MS = 2_000;

/**
 * In each round of the event loop a few requests begin, tenant by tenant. All that arrived would otherwise begin at
 * once, and whoever has begun would wait, at every step, for the first step of all of them.
 */
export function requestStartQueue(
  afterRound: (callback: () => void) => void = setImmediate,
): StartQueue {
  const line = fairQueue({
    what: 'the entrance',
    atOnce: OF_ONE_ROUND,
    // As many as have a place.
    mostWaiting: Number.POSITIVE_INFINITY,
    longestWaitMs: LONGEST_WAIT_MS,
  });
  return {
    async enter(tenantId) {
      afterRound(await line.enter(tenantId));
    },
  };
}

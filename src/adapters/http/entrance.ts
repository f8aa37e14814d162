import { fairQueue } from '../../flows/request-limits/fair-line.ts';

/** Lets requests begin. */
export interface Entrance {
  /**
   * Waits until a request of this tenant may begin.
   * @throws {Unavailable} when that takes too long
   */
  pass(tenantId: string): Promise<void>;
}

/** So few that between two rounds everything that has begun gets on. */
const OF_ONE_ROUND = 4;
const LONGEST_WAIT_MS = 2_000;

/**
 * In each round of the event loop a few requests begin, tenant by tenant. All that arrived would otherwise begin at
 * once, and whoever has begun would wait, at every step, for the first step of all of them.
 */
export function requestEntrance(
  afterRound: (callback: () => void) => void = setImmediate,
): Entrance {
  const line = fairQueue({
    what: 'the entrance',
    atOnce: OF_ONE_ROUND,
    // As many as have a place.
    mostWaiting: Number.POSITIVE_INFINITY,
    longestWaitMs: LONGEST_WAIT_MS,
  });
  return {
    async pass(tenantId) {
      afterRound(await line.enter(tenantId));
    },
  };
}

import { secondsAfter } from 'eid-broker/domain/lifetimes';
import type { RateLimits, Use } from 'eid-broker/ports/rate-limits';

interface Window {
  uses: number;
  readonly endsAt: Date;
}

/** Counts in the memory of one process. A window begins with the first use after the previous one has ended. */
export function memoryRateLimits(): RateLimits {
  const windows = new Map<string, Window>();

  return {
    async take(uses, at) {
      const refused = uses.flatMap((use) => {
        const free = freeAt(use, at);
        return free === undefined ? [] : [{ key: use.key, free }];
      });
      if (refused.length > 0) {
        const full = refused.map(({ key }) => key);
        return { isTaken: false, full, freeAt: latestOf(refused.map(({ free }) => free)) };
      }
      for (const { key, limit } of uses) {
        const known = windowAt(key, at);
        if (known !== undefined) known.uses += 1;
        else windows.set(key, { uses: 1, endsAt: secondsAfter(at, limit.seconds) });
      }
      return { isTaken: true };
    },

    async full(uses, at) {
      return uses.filter((use) => freeAt(use, at) !== undefined).map(({ key }) => key);
    },

    async refund(uses, at) {
      for (const { key, limit } of uses) {
        const known = windowAt(key, at);
        const isThatWindow = known !== undefined && known.endsAt <= secondsAfter(at, limit.seconds);
        if (isThatWindow && known.uses > 0) known.uses -= 1;
      }
    },

    async purge(endedBefore, limit) {
      const ended = [...windows].filter(([, { endsAt }]) => endsAt < endedBefore).slice(0, limit);
      for (const [key] of ended) windows.delete(key);
      return ended.length;
    },
  };

  /** The time of the next permitted use; undefined when there is one now. */
  function freeAt({ key, limit: { most, seconds } }: Use, at: Date): Date | undefined {
    if (most < 1) return secondsAfter(at, seconds);
    const known = windowAt(key, at);
    return known !== undefined && known.uses >= most ? known.endsAt : undefined;
  }

  function windowAt(key: string, at: Date): Window | undefined {
    const known = windows.get(key);
    return known !== undefined && known.endsAt > at ? known : undefined;
  }
}

function latestOf(moments: readonly Date[]): Date {
  return new Date(Math.max(...moments.map((moment) => moment.getTime())));
}

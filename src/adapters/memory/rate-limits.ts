import { secondsAfter } from '../../domain/lifetimes.ts';
import type { RateLimits } from '../../ports/rate-limits.ts';

interface Window {
  uses: number;
  readonly endsAt: Date;
}

/** Counts of one process, gone with it. A window begins with the first use after the one before it has ended. */
export function memoryRateLimits(): RateLimits {
  const windows = new Map<string, Window>();

  return {
    async take(key, { most, seconds }, at) {
      if (most < 1) return { isTaken: false, freeAt: secondsAfter(at, seconds) };
      const known = windows.get(key);
      if (known === undefined || known.endsAt <= at) {
        windows.set(key, { uses: 1, endsAt: secondsAfter(at, seconds) });
        return { isTaken: true };
      }
      if (known.uses >= most) return { isTaken: false, freeAt: known.endsAt };
      known.uses += 1;
      return { isTaken: true };
    },

    async purge(endedBefore, limit) {
      const ended = [...windows].filter(([, { endsAt }]) => endsAt < endedBefore).slice(0, limit);
      for (const [key] of ended) windows.delete(key);
      return ended.length;
    },
  };
}

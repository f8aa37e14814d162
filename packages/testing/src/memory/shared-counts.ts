import type { SharedCounts } from 'eid-broker/ports/rate-limits';

/** Counts of one process; a new window discards the previous one. */
export function memorySharedCounts(): SharedCounts {
  let startsAt = Number.NaN;
  let totals = new Map<string, number>();

  return {
    async add(window, counts) {
      if (window.startsAt.getTime() !== startsAt) {
        startsAt = window.startsAt.getTime();
        totals = new Map();
      }
      const added = [...counts].map(
        ([key, count]) => [key, (totals.get(key) ?? 0) + count] as const,
      );
      for (const [key, total] of added) totals.set(key, total);
      return new Map(added);
    },
  };
}

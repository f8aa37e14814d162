import type { Stopwatch } from '../../ports/stopwatch.ts';

/** The machine's monotonic time. */
export const systemStopwatch: Stopwatch = () => {
  const startedAt = performance.now();
  return () => (performance.now() - startedAt) / 1000;
};

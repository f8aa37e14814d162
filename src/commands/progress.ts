import { warn } from './command.ts';

/** Seconds between two lines: a shorter command writes none. */
const INTERVAL = 5;

/**
 * Writes the progress of a long command to standard error at intervals, so that it does not look stuck. Standard output
 * holds the result alone.
 */
export async function reportProgress<T>(
  describe: () => string,
  work: () => Promise<T>,
): Promise<T> {
  let seconds = 0;
  const timer = setInterval(() => {
    seconds += INTERVAL;
    warn(`after ${seconds} s: ${describe()}`);
  }, INTERVAL * 1000);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

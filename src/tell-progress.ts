/** Seconds from one line to the next: a command that is over before the first says nothing. */
const BETWEEN = 5;

/**
 * Says on standard error, now and then, that a long command is at work and how far it is, so that nobody takes it for
 * stuck. What it has to tell in the end stands alone on standard output.
 */
export async function tellProgress<T>(howFar: () => string, work: () => Promise<T>): Promise<T> {
  let seconds = 0;
  const timer = setInterval(() => {
    seconds += BETWEEN;
    process.stderr.write(`after ${seconds} s: ${howFar()}\n`);
  }, BETWEEN * 1000);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/** The number of parallel tasks, and the milliseconds over which their starts are spread. */
export interface Pace {
  readonly atOnce: number;
  readonly spreadMs: number;
}

/** Runs a task `count` times; the first failure stops all. Returns the sorted durations in milliseconds. */
export async function inParallel(
  count: number,
  { atOnce, spreadMs }: Pace,
  task: (index: number) => Promise<void>,
): Promise<readonly number[]> {
  const took: number[] = [];
  let next = 0;
  let isBroken = false;
  const workers = Math.min(atOnce, count);
  await Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)));
  return took.sort((one, other) => one - other);

  async function work(worker: number): Promise<void> {
    await pause((spreadMs * worker) / workers);
    while (next < count && !isBroken) {
      const index = next;
      next += 1;
      const startedAt = performance.now();
      try {
        await task(index);
      } catch (error) {
        isBroken = true;
        throw error;
      }
      took.push(performance.now() - startedAt);
    }
  }
}

/** Starts tasks at a steady rate, regardless of earlier ones. Returns the same as `inParallel`. */
export async function steadily(
  count: number,
  perSecond: number,
  task: (index: number) => Promise<void>,
): Promise<readonly number[]> {
  let isBroken = false;
  const took: number[] = [];
  await Promise.all(Array.from({ length: count }, (_, index) => begin(index)));
  return took.sort((one, other) => one - other);

  async function begin(index: number): Promise<void> {
    await pause((index * 1000) / perSecond);
    if (isBroken) return;
    const startedAt = performance.now();
    try {
      await task(index);
    } catch (error) {
      isBroken = true;
      throw error;
    }
    took.push(performance.now() - startedAt);
  }
}

/** Resolves after this time; at once for zero or less. */
export async function pause(milliseconds: number): Promise<void> {
  if (milliseconds <= 0) return;
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
}

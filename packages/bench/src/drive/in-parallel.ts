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
  const series = makeSeries(task);
  let next = 0;
  const workers = Math.min(atOnce, count);
  await Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)));
  return series.durations();

  async function work(worker: number): Promise<void> {
    await pause((spreadMs * worker) / workers);
    while (next < count && !series.isBroken()) {
      next += 1;
      await series.run(next - 1);
    }
  }
}

/** Starts tasks at a steady rate, regardless of earlier ones. Returns the same as `inParallel`. */
export async function steadily(
  count: number,
  perSecond: number,
  task: (index: number) => Promise<void>,
): Promise<readonly number[]> {
  const series = makeSeries(task);
  await Promise.all(Array.from({ length: count }, (_, index) => begin(index)));
  return series.durations();

  async function begin(index: number): Promise<void> {
    await pause((index * 1000) / perSecond);
    if (!series.isBroken()) await series.run(index);
  }
}

/** Times the runs of a task, and records the first failure. */
function makeSeries(task: (index: number) => Promise<void>) {
  let isBroken = false;
  const durations: number[] = [];
  return {
    isBroken: () => isBroken,
    durations: () => durations.toSorted((one, other) => one - other),
    async run(index: number): Promise<void> {
      const startedAt = performance.now();
      try {
        await task(index);
      } catch (error) {
        isBroken = true;
        throw error;
      }
      durations.push(performance.now() - startedAt);
    },
  };
}

/** Resolves after this time; at once for zero or less. */
export async function pause(milliseconds: number): Promise<void> {
  if (milliseconds <= 0) return;
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** How many tasks run at once, and over how many milliseconds their first ones are spread. */
export interface Pace {
  readonly atOnce: number;
  readonly spreadMs: number;
}

/** Runs a task so many times; the first failure ends all. Answers how long each took, sorted, in milliseconds. */
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

/** Begins so many tasks a second, whatever the earlier ones do. Answers as `inParallel`. */
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

/** Waits so many milliseconds; none or fewer: not at all. */
export async function pause(milliseconds: number): Promise<void> {
  if (milliseconds <= 0) return;
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
}

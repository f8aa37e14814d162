import { beforeEach, expect, test } from '@jest/globals';

import { type Job, type Jobs, makeJobs } from '../src/run-jobs.ts';

let begun: number;
let logged: string[];
let ends: (() => void)[];
let fails: boolean;
let startParallelRun: () => void;

beforeEach(() => {
  [begun, logged, ends, fails] = [0, [], [], false];
});

/** Runs that last until the test ends them. */
function jobs(options: Partial<Job> = {}, isDraining = () => false): Jobs {
  const note = (event: string) => void logged.push(event);
  const job: Job = {
    name: 'work',
    period: 5,
    first: 1,
    retry: 1,
    whileDraining: true,
    lock: 'none',
    run(control) {
      begun += 1;
      startParallelRun = control.startParallelRun;
      if (fails) return Promise.reject(new Error('no'));
      return new Promise<void>((resolve) => ends.push(resolve));
    },
    ...options,
  };
  return makeJobs([job], { log: { info: note, warn: note, error: note }, isDraining });
}

async function end(work: Jobs): Promise<void> {
  for (const finish of ends.splice(0)) finish();
  await work.settled();
}

/** The seconds, of this many, in which a run begins. */
async function startSeconds(work: Jobs, seconds: number): Promise<readonly number[]> {
  const found: number[] = [];
  for (let second = 1; second <= seconds; second += 1) {
    const before = begun;
    work.tick();
    if (begun > before) found.push(second);
    await end(work);
  }
  return found;
}

test('a job runs first after its first delay, and then in each period', async () => {
  expect(await startSeconds(jobs(), 12)).toEqual([1, 6, 11]);
});

test('a scheduled run starts at the next tick, and several start once', async () => {
  const work = jobs();
  await startSeconds(work, 2);
  work.schedule('work');
  work.schedule('work');
  expect(await startSeconds(work, 7)).toEqual([1, 6]);
});

test('a run scheduled with a delay starts after it', async () => {
  const work = jobs();
  await startSeconds(work, 1);
  work.schedule('work', 3);
  work.schedule('work', 4);
  expect(await startSeconds(work, 9)).toEqual([3, 4, 9]);
});

test('an earlier run does not cancel a later scheduled one', async () => {
  const work = jobs();
  await startSeconds(work, 1);
  work.schedule('work', 8);
  work.schedule('work');
  expect(await startSeconds(work, 14)).toEqual([1, 6, 8, 13]);
});

test('a run scheduled during another starts after it', async () => {
  const work = jobs();
  work.tick();
  work.schedule('work');
  work.tick();
  work.tick();
  expect(begun).toBe(1);
  await end(work);
  work.tick();
  expect(begun).toBe(2);
  await end(work);
});

test('a job may start concurrent runs up to its limit', async () => {
  const work = jobs({ maxParallel: 3 });
  work.tick();
  startParallelRun();
  startParallelRun();
  startParallelRun();
  expect(begun).toBe(3);
  await end(work);
  work.schedule('work');
  work.tick();
  expect(begun).toBe(4);
  await end(work);
});

test('a failed run is repeated after the retry pause, and only the first failure and the recovery are logged', async () => {
  const work = jobs();
  fails = true;
  expect(await startSeconds(work, 3)).toEqual([1, 2, 3]);
  fails = false;
  expect(await startSeconds(work, 6)).toEqual([1, 6]);
  expect(logged).toEqual(['work.failed', 'work.recovered']);
});

test('the first run starts after the delay of its job', async () => {
  expect(await startSeconds(jobs({ first: 3, period: 3 }), 7)).toEqual([3, 6]);
});

test('a failed job whose retry equals its period runs again after the period', async () => {
  fails = true;
  expect(await startSeconds(jobs({ retry: 5 }), 8)).toEqual([1, 6]);
});

test('a draining replica starts only the jobs that are marked for draining', async () => {
  let isDraining = false;
  const work = jobs({ whileDraining: false, period: 2 }, () => isDraining);
  expect(await startSeconds(work, 3)).toEqual([1, 3]);
  isDraining = true;
  expect(await startSeconds(work, 6)).toEqual([]);
});

test('a direct run throws its error, which its caller logs', async () => {
  fails = true;
  await expect(jobs().run('work')).rejects.toThrow('no');
  expect(logged).toEqual([]);
  await expect(jobs().run('play')).rejects.toThrow('there is no job play');
});

import { beforeEach, expect, test } from '@jest/globals';

import { type Job, type Jobs, makeJobs } from '../src/jobs.ts';

let begun: number;
let logged: string[];
let ends: (() => void)[];
let fails: boolean;
let another: () => void;

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
      another = control.another;
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

/** In which of so many seconds a round begins. */
async function beginnings(work: Jobs, seconds: number): Promise<readonly number[]> {
  const found: number[] = [];
  for (let second = 1; second <= seconds; second += 1) {
    const before = begun;
    work.tick();
    if (begun > before) found.push(second);
    await end(work);
  }
  return found;
}

test('nobody calls: a look at first, and now and then', async () => {
  expect(await beginnings(jobs(), 12)).toEqual([1, 6, 11]);
});

test('a call is followed at the next tick, many calls by one round', async () => {
  const work = jobs();
  await beginnings(work, 2);
  work.call('work');
  work.call('work');
  expect(await beginnings(work, 7)).toEqual([1, 6]);
});

test('a call for later is followed then', async () => {
  const work = jobs();
  await beginnings(work, 1);
  work.call('work', 3);
  work.call('work', 4);
  expect(await beginnings(work, 9)).toEqual([3, 4, 9]);
});

test('what is begun earlier does not forget it, be it called for or a look', async () => {
  const work = jobs();
  await beginnings(work, 1);
  work.call('work', 8);
  work.call('work');
  expect(await beginnings(work, 14)).toEqual([1, 6, 8, 13]);
});

test('what is called for while a round is under way begins when that is over', async () => {
  const work = jobs();
  work.tick();
  work.call('work');
  work.tick();
  work.tick();
  expect(begun).toBe(1);
  await end(work);
  work.tick();
  expect(begun).toBe(2);
  await end(work);
});

test('a round that takes long is joined by others, up to the most', async () => {
  const work = jobs({ most: 3 });
  work.tick();
  another();
  another();
  another();
  expect(begun).toBe(3);
  await end(work);
  work.call('work');
  work.tick();
  expect(begun).toBe(4);
  await end(work);
});

test('a round that fails is tried again at once; of failures in a row the first is told', async () => {
  const work = jobs();
  fails = true;
  expect(await beginnings(work, 3)).toEqual([1, 2, 3]);
  fails = false;
  expect(await beginnings(work, 6)).toEqual([1, 6]);
  expect(logged).toEqual(['work.failed', 'work.recovered']);
});

test('the first run waits as long as the job says', async () => {
  expect(await beginnings(jobs({ first: 3, period: 3 }), 7)).toEqual([3, 6]);
});

test('a job that fails without an own pause is repeated after its period', async () => {
  fails = true;
  expect(await beginnings(jobs({ retry: 5 }), 8)).toEqual([1, 6]);
});

test('a replica that drains begins no job but those that go on until the end', async () => {
  let isDraining = false;
  const work = jobs({ whileDraining: false, period: 2 }, () => isDraining);
  expect(await beginnings(work, 3)).toEqual([1, 3]);
  isDraining = true;
  expect(await beginnings(work, 6)).toEqual([]);
});

test('a job that runs now throws what it throws, and is logged by its caller', async () => {
  fails = true;
  await expect(jobs().run('work')).rejects.toThrow('no');
  expect(logged).toEqual([]);
  await expect(jobs().run('play')).rejects.toThrow('there is no job play');
});

import { beforeEach, expect, test } from '@jest/globals';

import { type BackgroundJob, makeJob } from '../../src/composition/rounds.ts';

let begun: number;
let logged: string[];
let ends: (() => void)[];
let fails: boolean;
let another: () => void;

beforeEach(() => {
  [begun, logged, ends, fails] = [0, [], [], false];
});

/** Rounds that last until somebody ends them. */
function jobs({ most = 1, every = 5 } = {}): BackgroundJob {
  const note = (event: string) => void logged.push(event);
  return makeJob({
    name: 'work',
    every,
    most,
    log: { info: note, warn: note, error: note },
    round(begin) {
      begun += 1;
      another = begin;
      if (fails) return Promise.reject(new Error('no'));
      return new Promise((resolve) => ends.push(resolve));
    },
  });
}

async function end(work: BackgroundJob): Promise<void> {
  for (const finish of ends.splice(0)) finish();
  await work.settled();
}

/** In which of so many seconds a round begins. */
async function beginnings(work: BackgroundJob, seconds: number): Promise<readonly number[]> {
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
  work.call();
  work.call();
  expect(await beginnings(work, 7)).toEqual([1, 6]);
});

test('a call for later is followed then', async () => {
  const work = jobs();
  await beginnings(work, 1);
  work.call(3);
  work.call(4);
  expect(await beginnings(work, 9)).toEqual([3, 4, 9]);
});

test('what is begun earlier does not forget it, be it called for or a look', async () => {
  const work = jobs();
  await beginnings(work, 1);
  work.call(8);
  work.call();
  expect(await beginnings(work, 14)).toEqual([1, 6, 8, 13]);
});

test('what is called for while a round is under way begins when that is over', async () => {
  const work = jobs();
  work.tick();
  work.call();
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
  work.call();
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
  expect(logged).toEqual(['work.failed', 'work.goes_on']);
});

import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { type FairQueueSettings, fairQueue } from '../../../src/adapters/admission/fair-queue.ts';
import { Unavailable } from '../../../src/domain/failure.ts';

const LONG_MS = 60_000;

beforeEach(() => void jest.useFakeTimers({ doNotFake: ['setImmediate'] }));
afterEach(() => void jest.useRealTimers());

/** A line in which everybody is called by a name, and gives up when told. */
function line(settings: Partial<FairQueueSettings> = {}) {
  const one = fairQueue({
    what: 'a chair',
    atOnce: 2,
    mostWaiting: 10,
    longestWaitMs: LONG_MS,
    ...settings,
  });
  const called: string[] = [];
  const holders = new Map<string, () => void>();
  return {
    called,
    waiting: one.waiting,
    isFull: one.isFull,
    async come(name: string, queueKey = name.slice(0, 1)) {
      holders.set(name, await one.enter(queueKey));
      called.push(name);
    },
    async release(name: string) {
      holders.get(name)?.();
      await settled();
    },
  };
}

test('while there are rights nobody waits', async () => {
  const { come, called } = line();
  await come('a1');
  await come('b1');
  expect(called).toEqual(['a1', 'b1']);
});

test('who waits is called one of each party, in the order in which they came', async () => {
  const { come, release, called, waiting } = line({ atOnce: 1 });
  await come('a1');
  for (const name of ['a2', 'a3', 'a4', 'b1', 'b2', 'c1']) void come(name);
  expect(waiting()).toBe(6);
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']) await release(name);
  expect(called).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
  expect(waiting()).toBe(0);
});

test('no party has the last right while there are several: another one need not wait for it', async () => {
  const { come, release, called } = line({ atOnce: 3 });
  for (const name of ['a1', 'a2', 'a3', 'a4']) void come(name);
  await settled();
  expect(called).toEqual(['a1', 'a2']);
  await come('b1');
  void come('b2');
  await settled();
  expect(called).toEqual(['a1', 'a2', 'b1']);
  await release('b1');
  expect(called).toEqual(['a1', 'a2', 'b1', 'b2']);
  await release('b2');
  expect(called).toHaveLength(4);
  await release('a1');
  expect(called.at(-1)).toBe('a3');
});

test('it is full when somebody waits for a right that another party has', async () => {
  const { come, release, isFull, waiting } = line({ atOnce: 3 });
  for (const name of ['a1', 'a2', 'a3', 'a4']) void come(name);
  expect([waiting(), isFull()]).toEqual([2, false]);
  await come('b1');
  expect(isFull()).toBe(false);
  void come('c1');
  expect(isFull()).toBe(true);
  await release('b1');
  expect([waiting(), isFull()]).toEqual([2, false]);
});

test('of one party only so many wait; the others find room all the same', async () => {
  const { come, called, release } = line({ atOnce: 1, mostWaiting: 1 });
  await come('a1');
  void come('a2');
  await expect(come('a3')).rejects.toThrow(new Unavailable('too many wait for a chair'));
  void come('b1');
  await release('a1');
  await release('a2');
  expect(called).toEqual(['a1', 'a2', 'b1']);
});

test('nobody waits longer than so long, and who has gone is not called', async () => {
  const { come, release, called, waiting } = line({ atOnce: 1 });
  await come('a1');
  const gone = expect(come('a2')).rejects.toThrow(new Unavailable('waited too long for a chair'));
  jest.advanceTimersByTime(LONG_MS - 1);
  void come('b1');
  jest.advanceTimersByTime(1);
  await gone;
  expect(waiting()).toBe(1);
  await release('a1');
  expect(called).toEqual(['a1', 'b1']);
});

/** Until everybody who was called has heard it. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

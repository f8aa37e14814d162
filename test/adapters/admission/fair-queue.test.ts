import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { type FairQueueSettings, fairQueue } from '../../../src/adapters/admission/fair-queue.ts';
import { ServiceUnavailable } from '../../../src/domain/failure.ts';

const LONG_MS = 60_000;

beforeEach(() => void jest.useFakeTimers({ doNotFake: ['setImmediate'] }));
afterEach(() => void jest.useRealTimers());

/** A queue whose callers have names, and release their permits by name. */
function queue(settings: Partial<FairQueueSettings> = {}) {
  const one = fairQueue({
    resource: 'a chair',
    permits: 2,
    maxWaiting: 10,
    maxWaitMs: LONG_MS,
    ...settings,
  });
  const granted: string[] = [];
  const holders = new Map<string, () => void>();
  return {
    granted,
    waiting: one.waiting,
    isFull: one.isFull,
    async enter(name: string, queueKey = name.slice(0, 1)) {
      holders.set(name, await one.enter(queueKey));
      granted.push(name);
    },
    async release(name: string) {
      holders.get(name)?.();
      await settled();
    },
  };
}

test('a caller does not wait while permits are free', async () => {
  const { enter, granted } = queue();
  await enter('a1');
  await enter('b1');
  expect(granted).toEqual(['a1', 'b1']);
});

test('waiting callers are served one of each queue key in turn, in the order of their arrival', async () => {
  const { enter, release, granted, waiting } = queue({ permits: 1 });
  await enter('a1');
  for (const name of ['a2', 'a3', 'a4', 'b1', 'b2', 'c1']) void enter(name);
  expect(waiting()).toBe(6);
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']) await release(name);
  expect(granted).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
  expect(waiting()).toBe(0);
});

test('one queue key does not get the last of several permits', async () => {
  const { enter, release, granted } = queue({ permits: 3 });
  for (const name of ['a1', 'a2', 'a3', 'a4']) void enter(name);
  await settled();
  expect(granted).toEqual(['a1', 'a2']);
  await enter('b1');
  void enter('b2');
  await settled();
  expect(granted).toEqual(['a1', 'a2', 'b1']);
  await release('b1');
  expect(granted).toEqual(['a1', 'a2', 'b1', 'b2']);
  await release('b2');
  expect(granted).toHaveLength(4);
  await release('a1');
  expect(granted.at(-1)).toBe('a3');
});

test('the queue is full when a caller waits for a permit of another key', async () => {
  const { enter, release, isFull, waiting } = queue({ permits: 3 });
  for (const name of ['a1', 'a2', 'a3', 'a4']) void enter(name);
  expect([waiting(), isFull()]).toEqual([2, false]);
  await enter('b1');
  expect(isFull()).toBe(false);
  void enter('c1');
  expect(isFull()).toBe(true);
  await release('b1');
  expect([waiting(), isFull()]).toEqual([2, false]);
});

test('a caller is refused when too many of its queue key wait, and other keys are not', async () => {
  const { enter, granted, release } = queue({ permits: 1, maxWaiting: 1 });
  await enter('a1');
  void enter('a2');
  await expect(enter('a3')).rejects.toThrow(new ServiceUnavailable('too many wait for a chair'));
  void enter('b1');
  await release('a1');
  await release('a2');
  expect(granted).toEqual(['a1', 'a2', 'b1']);
});

test('a caller is refused after the longest wait, and gets no permit later', async () => {
  const { enter, release, granted, waiting } = queue({ permits: 1 });
  await enter('a1');
  const gone = expect(enter('a2')).rejects.toThrow(
    new ServiceUnavailable('waited too long for a chair'),
  );
  jest.advanceTimersByTime(LONG_MS - 1);
  void enter('b1');
  jest.advanceTimersByTime(1);
  await gone;
  expect(waiting()).toBe(1);
  await release('a1');
  expect(granted).toEqual(['a1', 'b1']);
});

/** After every granted permit has reached its caller. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';

import { tellProgress } from '../src/tell-progress.ts';

const told: string[] = [];
beforeEach(() => {
  told.length = 0;
  jest.useFakeTimers();
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => told.push(String(text)) > 0);
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

test('a long command says every five seconds how far it is, until it is over', async () => {
  let finish: (answer: string) => void = () => undefined;
  let done = 0;
  const work = tellProgress(
    () => `${done} of 9 done`,
    () => new Promise<string>((resolve) => (finish = resolve)),
  );
  jest.advanceTimersByTime(4_999);
  expect(told).toEqual([]);
  jest.advanceTimersByTime(1);
  done = 7;
  jest.advanceTimersByTime(5_000);
  expect(told).toEqual(['after 5 s: 0 of 9 done\n', 'after 10 s: 7 of 9 done\n']);

  finish('over');
  expect(await work).toBe('over');
  jest.advanceTimersByTime(60_000);
  expect(told).toHaveLength(2);
});

test('one that fails says nothing more', async () => {
  const work = () => Promise.reject(new Error('the database is away'));
  await expect(tellProgress(() => 'at work', work)).rejects.toThrow('the database is away');
  jest.advanceTimersByTime(60_000);
  expect(told).toEqual([]);
});

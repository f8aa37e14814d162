import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';

import { reportProgress } from '../src/commands/command.ts';

const written: string[] = [];
beforeEach(() => {
  written.length = 0;
  jest.useFakeTimers();
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0);
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

test('a long command reports its progress every five seconds until it ends', async () => {
  let finish: (answer: string) => void = () => undefined;
  let done = 0;
  const work = reportProgress(
    () => `${done} of 9 done`,
    () => new Promise<string>((resolve) => (finish = resolve)),
  );
  jest.advanceTimersByTime(4_999);
  expect(written).toEqual([]);
  jest.advanceTimersByTime(1);
  done = 7;
  jest.advanceTimersByTime(5_000);
  expect(written).toEqual(['after 5 s: 0 of 9 done\n', 'after 10 s: 7 of 9 done\n']);

  finish('over');
  expect(await work).toBe('over');
  jest.advanceTimersByTime(60_000);
  expect(written).toHaveLength(2);
});

test('a failed command reports nothing more', async () => {
  const work = () => Promise.reject(new Error('the database is away'));
  await expect(reportProgress(() => 'at work', work)).rejects.toThrow('the database is away');
  jest.advanceTimersByTime(60_000);
  expect(written).toEqual([]);
});

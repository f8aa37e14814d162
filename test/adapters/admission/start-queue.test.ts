import { expect, test } from '@jest/globals';

import { requestStartQueue } from '../../../src/adapters/admission/fair-queue.ts';

test('a few begin in each round, of every tenant one, and of none all', async () => {
  const jobs: (() => void)[] = [];
  const startQueue = requestStartQueue((callback) => void jobs.push(callback));
  const begun: string[] = [];
  const come = (name: string) =>
    startQueue.enter(name.slice(0, 1)).then(() => void begun.push(name));
  const nextRound = async () => {
    for (const callback of jobs.splice(0)) callback();
    await new Promise(setImmediate);
    return begun.splice(0);
  };

  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'b1', 'c1', 'c2']) void come(name);
  expect(await nextRound()).toEqual(['a1', 'a2', 'a3', 'b1']);
  expect(await nextRound()).toEqual(['a4', 'c1', 'a5', 'c2']);
  expect(await nextRound()).toEqual(['a6', 'a7']);
  expect(await nextRound()).toEqual([]);
});

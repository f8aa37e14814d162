import { expect, test } from '@jest/globals';

import { fairRequestScheduler } from '../../../src/adapters/admission/fair-queue.ts';

test('a few requests start in each turn of the event loop, in turn over the tenants', async () => {
  const jobs: (() => void)[] = [];
  const requestScheduler = fairRequestScheduler((callback) => void jobs.push(callback));
  const started: string[] = [];
  const enter = (name: string) =>
    requestScheduler.enter(name.slice(0, 1)).then(() => void started.push(name));
  const nextTurn = async () => {
    for (const callback of jobs.splice(0)) callback();
    await new Promise(setImmediate);
    return started.splice(0);
  };

  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'b1', 'c1', 'c2']) void enter(name);
  expect(await nextTurn()).toEqual(['a1', 'a2', 'a3', 'b1']);
  expect(await nextTurn()).toEqual(['a4', 'c1', 'a5', 'c2']);
  expect(await nextTurn()).toEqual(['a6', 'a7']);
  expect(await nextTurn()).toEqual([]);
});

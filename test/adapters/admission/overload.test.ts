import { expect, test } from '@jest/globals';

import { eventLoopLag, watchOverload } from '../../../src/adapters/admission/overload.ts';

let lag = 0;
let isFull = false;

function watched(snapshots: readonly { lag?: number; isFull?: boolean }[]): boolean[] {
  const overload = watchOverload({ longestLag: () => lag, isPoolFull: () => isFull });
  return snapshots.map((snapshot) => {
    lag = snapshot.lag ?? 0;
    isFull = snapshot.isFull ?? false;
    overload.snapshot();
    return overload.isOverloaded();
  });
}

test('a moment of waiting is nothing', () => {
  const full = { isFull: true };
  expect(watched([{ lag: 900 }, full, full, {}, full])).toEqual(Array(5).fill(false));
});

test('a process that kept everybody waiting for a second says so, for five', () => {
  expect(watched([{}, { lag: 1_001 }, {}, {}, {}, {}, {}])).toEqual([
    false,
    true,
    true,
    true,
    true,
    true,
    false,
  ]);
});

test('a pool without a free connection for three seconds says so, until it has one', () => {
  const busy = { isFull: true };
  expect(watched([busy, busy, busy, busy])).toEqual([false, false, true, true]);
});

test('the lag is the longest since it was asked last', async () => {
  const measured = eventLoopLag();
  await new Promise((resolve) => setTimeout(resolve, 50));
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(measured.longest()).toBeGreaterThan(150);
  expect(measured.longest()).toBeLessThan(150);
  measured.close();
});

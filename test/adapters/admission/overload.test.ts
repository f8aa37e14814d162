import { expect, test } from '@jest/globals';

import { eventLoopLag, watchOverload } from '../../../src/adapters/admission/overload.ts';

let lag = 0;
let isFull = false;

function watched(samples: readonly { lag?: number; isFull?: boolean }[]): boolean[] {
  const overload = watchOverload({ longestLag: () => lag, isPoolFull: () => isFull });
  return samples.map((sample) => {
    lag = sample.lag ?? 0;
    isFull = sample.isFull ?? false;
    overload.sample();
    return overload.isOverloaded();
  });
}

test('a short wait is no overload', () => {
  const full = { isFull: true };
  expect(watched([{ lag: 900 }, full, full, {}, full])).toEqual(Array(5).fill(false));
});

test('a lag of more than a second is reported as overload for five seconds', () => {
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

test('a pool that is full for three seconds is reported as overload', () => {
  const busy = { isFull: true };
  expect(watched([busy, busy, busy, busy])).toEqual([false, false, true, true]);
});

test('the lag is the longest since the last call', async () => {
  const measured = eventLoopLag();
  await new Promise((resolve) => setTimeout(resolve, 50));
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(measured.longest()).toBeGreaterThan(150);
  expect(measured.longest()).toBeLessThan(150);
  measured.close();
});

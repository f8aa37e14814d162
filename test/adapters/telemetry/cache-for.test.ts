import { at } from '@eid-broker/testing/sample-authentication';
import { expect, test } from '@jest/globals';

import { cacheFor } from '../../../src/adapters/telemetry/gauges.ts';

function reading() {
  let seconds = 0;
  let reads = 0;
  let fails = false;
  const read = async () => {
    reads += 1;
    if (fails) throw new Error('out of reach');
    return reads;
  };
  const cached = cacheFor(5, () => at(seconds), read);
  return {
    cached,
    advance: (by: number) => {
      seconds += by;
    },
    fail: (doesFail: boolean) => {
      fails = doesFail;
    },
  };
}

test('a reading is cached for its time, and shared by callers at the same time', async () => {
  const { cached, advance } = reading();
  expect(await Promise.all([cached(), cached()])).toEqual([1, 1]);
  advance(4.999);
  expect(await cached()).toBe(1);
  advance(0.001);
  expect(await cached()).toBe(2);
});

test('a clock that is set back does not extend the time', async () => {
  const { cached, advance } = reading();
  await cached();
  advance(-3600);
  expect(await cached()).toBe(2);
});

test('a failed reading is not cached', async () => {
  const { cached, fail } = reading();
  fail(true);
  await expect(cached()).rejects.toThrow('out of reach');
  fail(false);
  expect(await cached()).toBe(2);
});

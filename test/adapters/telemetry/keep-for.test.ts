import { at } from '@eid-broker/testing/sample-authentication';
import { expect, test } from '@jest/globals';

import { cacheFor } from '../../../src/adapters/telemetry/gauges.ts';

function reading() {
  let seconds = 0;
  let requested = 0;
  let fails = false;
  const read = async () => {
    requested += 1;
    if (fails) throw new Error('out of reach');
    return requested;
  };
  const kept = cacheFor(5, () => at(seconds), read);
  return {
    kept,
    wait: (by: number) => {
      seconds += by;
    },
    fail: (doesFail: boolean) => {
      fails = doesFail;
    },
  };
}

test('a reading is cached for its time, and shared by callers at the same time', async () => {
  const { kept, wait } = reading();
  expect(await Promise.all([kept(), kept()])).toEqual([1, 1]);
  wait(4.999);
  expect(await kept()).toBe(1);
  wait(0.001);
  expect(await kept()).toBe(2);
});

test('a clock that is set back does not extend the time', async () => {
  const { kept, wait } = reading();
  await kept();
  wait(-3600);
  expect(await kept()).toBe(2);
});

test('a failed reading is not cached', async () => {
  const { kept, fail } = reading();
  fail(true);
  await expect(kept()).rejects.toThrow('out of reach');
  fail(false);
  expect(await kept()).toBe(2);
});

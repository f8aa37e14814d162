import { expect, test } from '@jest/globals';

import { requestConcurrency } from '../../../src/adapters/admission/concurrency-limit.ts';

test('no tenant gets all of them', () => {
  const concurrencyLimit = requestConcurrency({ altogether: 3, ofTenant: 2 });
  expect([concurrencyLimit.take('a'), concurrencyLimit.take('a')]).toEqual([
    expect.any(Function),
    expect.any(Function),
  ]);
  expect(concurrencyLimit.take('a')).toBeUndefined();
  expect(concurrencyLimit.take('b')).toBeDefined();
  expect(concurrencyLimit.take('b')).toBeUndefined();
});

test('one that is given up is another one’s', () => {
  const concurrencyLimit = requestConcurrency({ altogether: 1, ofTenant: 1 });
  const leave = concurrencyLimit.take('a');
  expect(concurrencyLimit.take('b')).toBeUndefined();
  leave?.();
  expect(concurrencyLimit.take('b')).toBeDefined();
});

import { expect, test } from '@jest/globals';

import { requestConcurrency } from '../../../src/adapters/admission/concurrency-limit.ts';

test('no tenant gets all permits', () => {
  const concurrencyLimit = requestConcurrency({ altogether: 3, perTenant: 2 });
  expect([concurrencyLimit.take('a'), concurrencyLimit.take('a')]).toEqual([
    expect.any(Function),
    expect.any(Function),
  ]);
  expect(concurrencyLimit.take('a')).toBeUndefined();
  expect(concurrencyLimit.take('b')).toBeDefined();
  expect(concurrencyLimit.take('b')).toBeUndefined();
});

test('a released permit goes to another tenant', () => {
  const concurrencyLimit = requestConcurrency({ altogether: 1, perTenant: 1 });
  const release = concurrencyLimit.take('a');
  expect(concurrencyLimit.take('b')).toBeUndefined();
  release?.();
  expect(concurrencyLimit.take('b')).toBeDefined();
});

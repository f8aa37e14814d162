import { expect, test } from '@jest/globals';

import { uniqueBytes } from '../../../src/adapters/system/random.ts';

test('bytes are different each time, as many as requested, and do not change later', () => {
  const first = uniqueBytes(12);
  const before = first.toString('hex');
  const others = Array.from({ length: 2_000 }, () => uniqueBytes(16).toString('hex'));
  expect(new Set([before, ...others]).size).toBe(2_001);
  expect(new Set(others.map(({ length }) => length))).toEqual(new Set([32]));
  expect(first.toString('hex')).toBe(before);
});

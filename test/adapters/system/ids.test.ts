import { expect, test } from '@jest/globals';

import { randomId, randomRequestId, randomTraceId } from '../../../src/adapters/system/random.ts';

test('an id is 256 bits in base64url, different each time', () => {
  const ids = Array.from({ length: 100 }, randomId);
  for (const id of ids) expect(id).toMatch(/^[\w-]{43}$/);
  expect(new Set(ids).size).toBe(100);
});

test('an id of a request has the form of a UUID', () => {
  for (const id of Array.from({ length: 100 }, randomRequestId)) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/);
  }
});

test('an id of a request is random in all of its 128 bits', () => {
  let [ones, zeros] = [0n, 0n];
  for (const id of Array.from({ length: 200 }, randomRequestId)) {
    const bits = BigInt(`0x${id.replaceAll('-', '')}`);
    ones |= bits;
    zeros |= ~bits;
  }
  const all = (1n << 128n) - 1n;
  expect(ones).toBe(all);
  expect(zeros & all).toBe(all);
});

test('an id of a trace is 128 bits in hexadecimal digits, different each time', () => {
  const ids = Array.from({ length: 100 }, randomTraceId);
  for (const id of ids) expect(id).toMatch(/^[\da-f]{32}$/);
  expect(new Set(ids).size).toBe(100);
});

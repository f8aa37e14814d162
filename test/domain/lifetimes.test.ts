import { expect, test } from '@jest/globals';

import { lifetimes, secondsAfter } from '../../src/domain/lifetimes.ts';

test('a moment so many seconds later, or earlier', () => {
  const start = new Date('2026-03-01T10:00:00.000Z');
  expect(secondsAfter(start, 1.5)).toEqual(new Date('2026-03-01T10:00:01.500Z'));
  expect(secondsAfter(start, -60)).toEqual(new Date('2026-03-01T09:59:00.000Z'));
  expect(start).toEqual(new Date('2026-03-01T10:00:00.000Z'));
});

test('a lease is longer than the pause between two questions', () => {
  expect(lifetimes.collectLease).toBeGreaterThan(lifetimes.collectInterval);
});

test('an attempt outlives the renewals and fits into the login', () => {
  expect(lifetimes.browserAttempt).toBeGreaterThan(lifetimes.qrRenewal);
  expect(lifetimes.browserAttempt).toBeLessThan(lifetimes.login);
});

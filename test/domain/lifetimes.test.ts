import { expect, test } from '@jest/globals';

import { daysUntil, lifetimes, secondsAfter, secondsUntil } from '../../src/domain/lifetimes.ts';

test('secondsAfter returns a later or an earlier moment', () => {
  const start = new Date('2026-03-01T10:00:00.000Z');
  expect(secondsAfter(start, 1.5)).toEqual(new Date('2026-03-01T10:00:01.500Z'));
  expect(secondsAfter(start, -60)).toEqual(new Date('2026-03-01T09:59:00.000Z'));
  expect(start).toEqual(new Date('2026-03-01T10:00:00.000Z'));
});

test.each([
  [0, 1],
  [-5, 1],
  [0.2, 1],
  [1, 1],
  [1.001, 2],
  [60, 60],
])('%p seconds from now are %p whole seconds, at least one', (seconds, whole) => {
  const now = new Date('2026-03-01T10:00:00.000Z');
  expect(secondsUntil(secondsAfter(now, seconds), now)).toBe(whole);
});

test.each([
  [0, 0],
  [23.9, 0],
  [24, 1],
  [49, 2],
  [-1, -1],
  [-24, -1],
])('%p hours from now are %p whole days', (hours, days) => {
  const now = new Date('2026-03-01T10:00:00.000Z');
  expect(daysUntil(secondsAfter(now, hours * 3600), now)).toBe(days);
});

test('a lease is longer than the pause between two collects', () => {
  expect(lifetimes.collectLease).toBeGreaterThan(lifetimes.collectInterval);
});

test('an attempt outlives the renewals and ends before its login', () => {
  expect(lifetimes.browserAuthentication).toBeGreaterThan(lifetimes.qrRenewal);
  expect(lifetimes.browserAuthentication).toBeLessThan(lifetimes.login);
  expect(lifetimes.redirectAuthentication).toBeLessThan(lifetimes.login);
});

import { expect, test } from '@jest/globals';

import { judgeOutcomes } from '../../src/domain/outcome-rates.ts';

const counts = (
  now: readonly [identified: number, expired: number],
  before: readonly [identified: number, expired: number],
) => [
  { outcome: 'identified' as const, now: now[0], before: before[0] },
  { outcome: 'expired' as const, now: now[1], before: before[1] },
];

test.each([
  ['as before', [90, 10], [630, 70], 'usual'],
  ['a few more failures, as chance brings them', [85, 15], [630, 70], 'usual'],
  ['half of them fail', [50, 50], [630, 70], 'worse'],
  ['none fails, and none ever did', [40, 0], [280, 0], 'usual'],
  ['better than before', [100, 0], [350, 350], 'usual'],
  ['too few logins now', [0, 19], [630, 70], 'too-few'],
  ['too few logins before', [0, 50], [10, 0], 'too-few'],
] as const)('%s', (_, now, before, verdict) => {
  expect(judgeOutcomes(counts(now, before))).toBe(verdict);
});

test('logins in which the eID had no part do not count', () => {
  const elsewhere = ['remembered', 'refused', undefined] as const;
  const many = elsewhere.map((outcome) => ({ outcome, now: 500, before: 0 }));
  expect(judgeOutcomes([...counts([90, 10], [630, 70]), ...many])).toBe('usual');
});

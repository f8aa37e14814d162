import { expect, test } from '@jest/globals';

import { tooManyParameters } from '../../src/domain/too-many-parameters.ts';

test.each([
  ['nothing', '', false],
  ['100 parameters', 'a&'.repeat(99).concat('a'), false],
  ['101 parameters', 'a&'.repeat(100).concat('a'), true],
  ['60,000 empty ones', '&'.repeat(60_000), true],
])('parameters are counted (%s: %#)', (_, encoded, expected) => {
  expect(tooManyParameters(encoded)).toBe(expected);
});

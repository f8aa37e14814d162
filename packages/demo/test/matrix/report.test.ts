import { expect, test } from '@jest/globals';

import { reportOf, totalOf } from '../../src/matrix/report.ts';

const RESULTS = [
  { acr: 'urn:a', way: 'script', fault: undefined },
  { acr: 'urn:longer', way: 'script', fault: undefined },
  { acr: 'urn:a', way: 'chromium', fault: 'stays at x' },
];

test('a line for each acr value and way, with the reason of a failure', () => {
  const { line } = reportOf(['urn:a', 'urn:longer'], ['script', 'chromium']);
  expect(RESULTS.map(line)).toEqual([
    'pass  script    urn:a',
    'pass  script    urn:longer',
    'FAIL  chromium  urn:a       stays at x',
  ]);
});

test('a total', () => {
  expect(totalOf(RESULTS)).toBe('3 logins, 2 acr values: 2 passed, 1 failed');
  expect(totalOf([])).toBe('0 logins, 0 acr values: 0 passed, 0 failed');
});

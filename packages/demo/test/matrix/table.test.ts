import { expect, test } from '@jest/globals';

import { faultsOf, tableOf } from '../../src/matrix/table.ts';

const ROWS = [
  { acr: 'urn:a', results: { script: undefined, Chromium: undefined } },
  { acr: 'urn:longer', results: { script: undefined, Chromium: 'stays at x' } },
];

test('a row for each acr value, a column for each way', () => {
  const { head, line } = tableOf(['urn:a', 'urn:longer'], ['script', 'Chromium']);
  expect([head, ...ROWS.map(line)]).toEqual([
    'acr         script  Chromium',
    'urn:a       pass    pass',
    'urn:longer  pass    FAIL',
  ]);
});

test('a line for each failure', () => {
  expect(faultsOf(ROWS)).toEqual(['urn:longer, Chromium: stays at x']);
});

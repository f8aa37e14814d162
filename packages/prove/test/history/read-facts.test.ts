import { expect, test } from '@jest/globals';

import { leaksIn } from '../../src/history/read-facts.ts';

const CANARIES = new Set(['192101012389', '2101012389', 'eyJhbGciOi.J9.c2ln', 'some-code-0123']);

test('a secret is found at any position of a line', () => {
  const lines = [
    '{"event":"request","path":"/cb?code=some-code-0123&state=1"}',
    '{"event":"request","person":"sub:ssn:192101012389"}',
    '{"event":"request","person":"x2101012389x"}',
    'Error: bad token eyJhbGciOi.J9.c2ln',
    '{"event":"request","client":"web"}',
  ];
  expect(leaksIn({ one: lines, two: [] }, CANARIES)).toEqual([
    { where: 'one, line 1', what: 'a secret' },
    { where: 'one, line 2', what: 'a personal number' },
    { where: 'one, line 3', what: 'a personal number' },
    { where: 'one, line 4', what: 'a secret' },
  ]);
});

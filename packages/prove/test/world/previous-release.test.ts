import { expect, test } from '@jest/globals';

import { findPreviousRelease } from '../../src/world/previous-release.ts';

test.each([
  [{ dist: 'src' }, 'src holds no compiled service'],
  [
    { ref: 'no-such-commit' },
    'no-such-commit is not in this repository (--previous-ref or --previous names one)',
  ],
])('without %j there is none, and it is said why', async (wanted, missing) => {
  expect(await findPreviousRelease(wanted)).toEqual({ missing });
});

test('a folder with a compiled service is taken as it is', async () => {
  expect(await findPreviousRelease({ dist: 'dist' })).toEqual({ name: 'dist', dist: 'dist' });
});

import { expect, test } from '@jest/globals';

import { findPreviousRelease, previousIn } from '../../src/world/previous-release.ts';

test('docs/upgrading.md names its commit, once there is one', () => {
  const commit = '0123456789abcdef0123456789abcdef01234567';
  expect(previousIn(`# Upgrading\n\n| N−1 | 0.3.0, \`${commit}\` |\n`)).toBe(commit);
  expect(previousIn('| N−1 | none |')).toBeUndefined();
});

test.each([
  [{}, 'docs/upgrading.md names no commit of release N−1 yet'],
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

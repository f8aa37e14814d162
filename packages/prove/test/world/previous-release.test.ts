import { expect, test } from '@jest/globals';

import { findPreviousRelease, previousIn } from '../../src/world/previous-release.ts';

test('docs/upgrading.md names the commit of the previous release, when there is one', () => {
  const commit = '0123456789abcdef0123456789abcdef01234567';
  expect(previousIn(`# Upgrading\n\n| N−1 | 0.3.0, \`${commit}\` |\n`)).toBe(commit);
  expect(previousIn('| N−1 | none |')).toBeUndefined();
});

test.each([
  [{}, 'docs/upgrading.md names no commit of release N−1 yet'],
  [{ dist: 'src' }, 'src contains no compiled service'],
  [
    { ref: 'no-such-commit' },
    'no-such-commit is not in this repository (--previous-ref or --previous names one)',
  ],
])('without %j there is no previous release, and the reason is given', async (wanted, missing) => {
  expect(await findPreviousRelease(wanted)).toEqual({ missing });
});

test('a folder with a compiled service is used unchanged', async () => {
  expect(await findPreviousRelease({ dist: 'dist' })).toEqual({ name: 'dist', dist: 'dist' });
});

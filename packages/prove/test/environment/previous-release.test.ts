import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { expect, test } from '@jest/globals';

import {
  findPreviousRelease,
  linkPackages,
  previousIn,
} from '../../src/environment/previous-release.ts';

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

test('the programs of a release import the packages of that release', async () => {
  await mkdir('.data', { recursive: true });
  const folder = await mkdtemp(resolve('.data/release-'));
  try {
    for (const path of [
      'package.json',
      'dist/adapters/system',
      'packages/evidence/package.json',
      'packages/evidence/dist',
    ]) {
      await cp(path, join(folder, path), { recursive: true });
    }
    await linkPackages(folder);
    expect(resolved('@eid-broker/evidence/verifier', join(folder, 'dist/main.js'))).toBe(
      join(folder, 'packages/evidence/dist/verifier.js'),
    );
    expect(
      resolved('eid-broker/adapters/system/clock', join(folder, 'packages/prove/dist/main.js')),
    ).toBe(join(folder, 'dist/adapters/system/clock.js'));
  } finally {
    await rm(folder, { recursive: true });
  }
});

/** The file that Node itself loads for an import in a file. */
function resolved(name: string, from: string): string {
  const program = 'require("node:module").createRequire(process.argv[2]).resolve(process.argv[1])';
  return execFileSync(process.execPath, ['-p', program, name, from], { encoding: 'utf8' }).trim();
}

import { readdirSync, readFileSync } from 'node:fs';

import { describe, expect, test } from '@jest/globals';

import { profiles as oidc } from '../src/oidc/profiles/registry.ts';
import { profiles as rest } from '../src/rest/profiles/registry.ts';

const MAX_LINES = 40;

interface Named {
  readonly name: string;
}

describe.each([
  ['oidc', oidc as readonly Named[]],
  ['rest', rest as readonly Named[]],
])('the profiles of %s', (family, profiles) => {
  const folder = new URL(`../src/${family}/profiles/`, import.meta.url);
  const files = readdirSync(folder).filter((file) => file !== 'registry.ts');
  const textOf = (file: string) => readFileSync(new URL(file, folder), 'utf8');

  test.each(files)(`%s has at most ${MAX_LINES} lines`, (file) => {
    expect(textOf(file).trimEnd().split('\n').length).toBeLessThanOrEqual(MAX_LINES);
  });

  test('are all in the registry, once', () => {
    const named = files.flatMap((file) => /^ {2}name: '(.*)',$/m.exec(textOf(file))?.[1] ?? []);
    expect(profiles.map(({ name }) => name).toSorted()).toEqual(named.toSorted());
  });
});

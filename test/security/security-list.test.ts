import { existsSync, readFileSync } from 'node:fs';

import { expect, test } from '@jest/globals';

import { expectGenerated } from '../support/generated-document.ts';
import { ADVISORIES } from './advisories.ts';
import { securityDocument } from './security-document.ts';
import { SECURITY_LIST } from './security-list.ts';
import { testsNamed } from './tests-in.ts';

/** The numbers of the list; the gaps are left out on purpose. */
const NUMBERS =
  '1-3 5-12 14-17 19-22 24-26 28-35 37-42 44-46 48-58 60-62 64-78 82-88 91-97 100-102 104 ' +
  '106-111 113 115-121 123-126 128 130-131 133-139 141-144 146-152 154-160 162-164 166-171 ' +
  '173-179 181-193 195-196 198-200';

test('every attack of the list has exactly one answer', () => {
  expect(SECURITY_LIST.map(({ number }) => number)).toEqual(known());
});

test('every named test exists once and is not skipped', () => {
  const missing = [...SECURITY_LIST, ...ADVISORIES].flatMap(({ tests }) =>
    tests
      .filter(({ file, name }) => testsNamed(textOf(file), name) !== 1)
      .map(({ file, name }) => `${file}: ${name}`),
  );
  expect(missing).toEqual([]);
});

test('every file in a note exists', () => {
  const notes = [...SECURITY_LIST, ...ADVISORIES].map(({ note = '' }) => note);
  const named = notes.flatMap((note) => note.match(/(?<=`)[\w-]+\/[\w./-]+(?=`)/g) ?? []);
  expect(named.filter((path) => !existsSync(path))).toEqual([]);
  expect(named).not.toEqual([]);
});

test('every attack has a test or a reason for its absence', () => {
  const open = [...SECURITY_LIST, ...ADVISORIES].filter(
    ({ tests, note }) => tests.length === 0 && !note,
  );
  expect(open).toEqual([]);
});

test('the document equals the generated one', () => {
  expectGenerated(new URL('../../docs/security-tests.md', import.meta.url), securityDocument());
});

function textOf(file: string): string {
  const path = new URL(`../../${file}`, import.meta.url);
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

function known(): readonly number[] {
  return NUMBERS.split(' ').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}

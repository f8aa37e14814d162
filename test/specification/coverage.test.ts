import { readFileSync, writeFileSync } from 'node:fs';

import { describe, expect, test } from '@jest/globals';

import { coverageDocument, placesById, unreadMarks } from './coverage.ts';
import { SECTIONS } from './statements.ts';

const DOCUMENT = new URL('../../docs/specification-coverage.md', import.meta.url);
const known = SECTIONS.flatMap(({ statements }) => statements.map(({ id }) => id));

describe('what the specification says', () => {
  test('has a test for every statement', () => {
    const places = placesById();
    expect(known.filter((id) => !places.has(id))).toEqual([]);
  });

  test('is named by no test in a way that nobody knows', () => {
    expect([...placesById().keys()].filter((id) => !known.includes(id))).toEqual([]);
  });

  test('is never named by a mark that is not read', () => {
    expect(unreadMarks()).toEqual([]);
  });

  test('is listed once', () => {
    expect(known).toEqual([...new Set(known)]);
  });

  test('is written down as it is tested', () => {
    if (process.env.UPDATE_DOCS === '1') writeFileSync(DOCUMENT, coverageDocument());
    expect(readFileSync(DOCUMENT, 'utf8')).toBe(coverageDocument());
  });
});

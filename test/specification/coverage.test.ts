import { describe, expect, test } from '@jest/globals';

import { expectGenerated } from '../support/generated-document.ts';
import { coverageDocument, slotsById, unreadMarks } from './coverage.ts';
import { SECTIONS } from './statements.ts';

const DOCUMENT = new URL('../../docs/specification-coverage.md', import.meta.url);
const known = SECTIONS.flatMap(({ statements }) => statements.map(({ id }) => id));

describe('what the specification says', () => {
  test('has a test for every statement', () => {
    const concurrencyLimit = slotsById();
    expect(known.filter((id) => !concurrencyLimit.has(id))).toEqual([]);
  });

  test('is named by no test in a way that nobody knows', () => {
    expect([...slotsById().keys()].filter((id) => !known.includes(id))).toEqual([]);
  });

  test('is never named by a mark that is not read', () => {
    expect(unreadMarks()).toEqual([]);
  });

  test('is listed once', () => {
    expect(known).toEqual([...new Set(known)]);
  });

  test('is written down as it is tested', () => {
    expectGenerated(DOCUMENT, coverageDocument());
  });
});

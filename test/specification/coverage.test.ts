import { describe, expect, test } from '@jest/globals';

import { expectGenerated } from '../support/generated-document.ts';
import { coverageDocument, filesById, unreadMarks } from './coverage.ts';
import { SECTIONS } from './statements.ts';

const DOCUMENT = new URL('../../docs/specification-coverage.md', import.meta.url);
const known = SECTIONS.flatMap(({ statements }) => statements.map(({ id }) => id));

describe('the coverage of the specification', () => {
  test('has a test for every statement', () => {
    const named = filesById();
    expect(known.filter((id) => !named.has(id))).toEqual([]);
  });

  test('has no test that names an unknown statement', () => {
    expect([...filesById().keys()].filter((id) => !known.includes(id))).toEqual([]);
  });

  test('has no comment that the report cannot read', () => {
    expect(unreadMarks()).toEqual([]);
  });

  test('lists each statement once', () => {
    expect(known).toEqual([...new Set(known)]);
  });

  test('equals the generated document', () => {
    expectGenerated(DOCUMENT, coverageDocument());
  });
});

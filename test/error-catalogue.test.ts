import { readFileSync, writeFileSync } from 'node:fs';

import { describe, expect, test } from '@jest/globals';

import { ALL_ENTRIES, CATALOGUE } from '../src/adapters/oidc/errors/catalogue.ts';
import { errorTables } from './support/error-tables.ts';

const FILE = 'docs/errors.md';
const BLOCK = /(<!-- errors -->\n)[\s\S]*(\n<!-- end of errors -->)/;

// `UPDATE_DOCS=1 npm test -- test/error-catalogue` writes them anew.
test('docs/errors.md matches the catalogue', () => {
  const text = readFileSync(FILE, 'utf8');
  const tables = errorTables(CATALOGUE);
  const [, before, after] = BLOCK.exec(text) ?? [];
  const wanted = text.replace(BLOCK, () => `${before}${tables}${after}`);
  if (process.env.UPDATE_DOCS === '1') writeFileSync(FILE, wanted);

  expect(before).toBeDefined();
  expect(readFileSync(FILE, 'utf8')).toBe(wanted);
});

test('docs/errors.md has each entry once', () => {
  const anchors = [...readFileSync(FILE, 'utf8').matchAll(/<a id="([^"]*)">/g)];

  expect(anchors.map(([, key]) => key).sort()).toEqual(ALL_ENTRIES.map(({ key }) => key).sort());
});

describe('an entry', () => {
  test('has a name of its own, in kebab case', () => {
    const keys = ALL_ENTRIES.map(({ key }) => key);

    expect(keys.filter((key) => !/^[a-z]+(?:-[a-z]+)*$/.test(key))).toEqual([]);
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
  });

  test('has its own description, which leads back to it', () => {
    const descriptions = ALL_ENTRIES.flatMap(({ error, otherError, description = '' }) =>
      [error, otherError ?? []].flat().map((code) => `${code}: ${description}`),
    );

    expect(descriptions.filter((texts, at) => descriptions.indexOf(texts) !== at)).toEqual([]);
  });

  test('has a description in the characters that RFC 6749 allows', () => {
    const invalid = ALL_ENTRIES.filter(
      ({ error, description = '' }) =>
        !/^[\x20-\x21\x23-\x5B\x5D-\x7E]*$/.test(`${error}${description}`),
    );

    expect(invalid).toEqual([]);
  });

  test('explains the cause and the remedy, each in whole sentences', () => {
    const unfinished = ALL_ENTRIES.filter(
      ({ cause, fix }) => !/^[\w[].*\.$/s.test(cause) || !/^[\w[].*\.$/s.test(fix),
    );

    expect(unfinished.map(({ key }) => key)).toEqual([]);
  });
});

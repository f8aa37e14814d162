import { expect, test } from '@jest/globals';

import { testsNamed } from './tests-in.ts';

const TEXT = `
import { test } from '@jest/globals';

test('stands alone', () => {
  expect('is no title', 1).toBe('is no title');
});

describe('a group', () => {
  test('has "quotes", and what it\\'s for', async () => {});

  test.each<[string, number]>([
    ['one', 1],
    ['two', 2],
  ])('counts to %s', (_, number) => {});

  test.each(['x', 'y'])(
    'spells %s',
    async (letter) => {},
  );

  test.skip('is put off', () => {});

  describe('within', () => {
    test('the same', () => {});
  });
});

describe.skip('a group that is put off', () => {
  test('of another time', () => {});
});

describe('a later group', () => {
  test('the same', () => {});
});

test.skip.each([
  ['three', 3],
])('never counts to %s', () => {});
`;

test.each([
  'stands alone',
  'a group',
  `has "quotes", and what it's for`,
  'a group > counts to %s',
  'counts to two',
  'a group > counts to two',
  'spells x',
  'a group > within > the same',
  'a later group > the same',
])('%s counts as one test', (name) => {
  expect(testsNamed(TEXT, name)).toBe(1);
});

test.each([
  ['part of a title', 'stands'],
  ['a text that is no title', 'is no title'],
  ['a test that is skipped', 'is put off'],
  ['a test of a group that is skipped', 'of another time'],
  ['a group that is skipped', 'a group that is put off'],
  ['a table that is skipped', 'never counts to three'],
  ['a row alone', 'two'],
])('%s does not count as a test', (_, name) => {
  expect(testsNamed(TEXT, name)).toBe(0);
});

test('a title that occurs twice counts twice', () => {
  expect(testsNamed(TEXT, 'the same')).toBe(2);
});

import { expect, test } from '@jest/globals';

import { shownList, shownUrl, shownValue } from '../../src/domain/shown-value.ts';

test.each([
  ['openid,profile', 'openid,profile'],
  ['åäö\n', '????'],
  ['sub:ssn:199006022397', 'sub:ssn:(number)'],
  ['900602-2397', '(number)-2397'],
  ['max 86400', 'max 86400'],
  ['mail eva@example.com now', 'mail (address) now'],
  ['x'.repeat(130), `${'x'.repeat(120)}...`],
  ['', undefined],
  [7, undefined],
])('shows %j as %j', (value, shown) => {
  expect(shownValue(value)).toBe(shown);
});

test.each([
  ['https://app.example/cb?code=secret#x', 'https://app.example/cb?...'],
  ['https://user:secret@app.example/cb', 'https://app.example/cb'],
  ['com.example.app:/cb', 'com.example.app:/cb'],
  ['https://app.example/199006022397', 'https://app.example/(number)'],
  ['no url', undefined],
])('shows the URL %j as %j', (value, shown) => {
  expect(shownUrl(value)).toBe(shown);
});

test('shows the texts of a list alone', () => {
  expect(shownList(['a', undefined, 7, 'b'])).toBe('a, b');
  expect(shownList([])).toBeUndefined();
});

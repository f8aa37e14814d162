import { expect, test } from '@jest/globals';

import { shownList, shownUrl, shownValue } from '../../src/domain/shown-value.ts';

test.each([
  ['openid,profile', 'openid,profile'],
  ['åäö\n', '????'],
  ['sub:ssn:199006022397', 'sub:ssn:(number)'],
  ['900602-2397', '(number)'],
  ['131052-308T', '(number)'],
  ['1912 1212 1212', '(number)'],
  ['19 12 12 12 12 12', '(number)'],
  ['070-123 45 67 please', '(number) please'],
  ['anna%40example.com', '(address)'],
  ['anna%2540example.com', '(address)'],
  ['%31%39%31%32%31%32', '(number)'],
  ['100%', '100%'],
  ['a%2Fb', 'a%2Fb'],
  ['x eyJhbGciOiJub25lIn0.e30. y', 'x (token) y'],
  ['z4Kq0wT_9fYbR2uVx1cLh8sJd', '(token)'],
  ['max 86400', 'max 86400'],
  ['mail eva@example.com now', 'mail (address) now'],
  ['x '.repeat(65), `${'x '.repeat(60)}...`],
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
  ['https://app.example/anna%40example.com/cb', 'https://app.example/(address)/cb'],
  ['http://127.0.0.1:4500/cb', 'http://127.0.0.1:4500/cb'],
  ['myapp:/cb', 'myapp:/cb'],
  ['demo-web:demo-web-secret', 'a URI without host'],
  ['no url', undefined],
])('shows the URL %j as %j', (value, shown) => {
  expect(shownUrl(value)).toBe(shown);
});

test('shows the texts of a list alone', () => {
  expect(shownList(['a', undefined, 7, 'b'])).toBe('a, b');
  expect(shownList([])).toBeUndefined();
});

import { expect, test } from '@jest/globals';

import { uriDifference } from '../../src/domain/uri-difference.ts';

const REGISTERED = ['https://shop.example/callback', 'https://shop.example/other?from=eid'];

test.each([
  ['https://shop.example/callback/', 'uri-differs-by-slash'],
  ['http://shop.example/callback', 'uri-differs-by-scheme'],
  ['https://shop.example:8443/callback', 'uri-differs-by-port'],
  ['https://shop.example/callback?state=1', 'uri-differs-by-query'],
  ['https://shop.example/other', 'uri-differs-by-query'],
  ['https://shop.example/elsewhere', 'uri-differs-by-path'],
  ['https://www.shop.example/callback', 'uri-differs-by-host'],
  ['https://evil.example/elsewhere', undefined],
  ['shop:callback', undefined],
  ['no URL', undefined],
  [['https://shop.example/callback/'], undefined],
  [undefined, undefined],
])('%j differs by %s', (sent, difference) => {
  expect(uriDifference(sent, REGISTERED)).toBe(difference);
});

test('nothing differs from no URL', () => {
  expect(uriDifference('https://shop.example/callback', [])).toBeUndefined();
});

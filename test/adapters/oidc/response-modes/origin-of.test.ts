import { expect, test } from '@jest/globals';

import { originOf } from '../../../../src/adapters/oidc/response-modes/response-shapes.ts';

test.each([
  ['https://app.example.com/cb?a=b', 'https://app.example.com'],
  ['http://localhost:7777/cb', 'http://localhost:7777'],
  ['com.example.app:/cb', 'com.example.app:'],
])('%s leads to %s', (redirectUri, origin) => {
  expect(originOf(redirectUri)).toBe(origin);
});

import { describe, expect, test } from '@jest/globals';

import {
  percentSpaces,
  responseUrl,
} from '../../../../src/adapters/oidc/response-modes/response-modes.ts';

describe('the URL of an answer', () => {
  test('keeps the query of the redirect URI, in a form that simple parsers can read', () => {
    const url = responseUrl('https://app.example/cb?from=a+b', { code: 'c', state: 'x y=+&"é' });
    expect(url).toBe('https://app.example/cb?from=a%20b&code=c&state=x%20y%3D%2B%26%22%C3%A9');
  });

  test('omits absent parameters', () => {
    expect(responseUrl('https://app.example/cb', { code: 'c', state: undefined })).toBe(
      'https://app.example/cb?code=c',
    );
  });

  test('carries an ID token and all other parameters in the fragment', () => {
    expect(responseUrl('https://app.example/cb?a=1', { id_token: 'h.p.s', state: 's t' })).toBe(
      'https://app.example/cb?a=1#id_token=h.p.s&state=s%20t',
    );
  });

  test('may lead to a native app', () => {
    expect(responseUrl('com.example.app:/cb', { code: 'c' })).toBe('com.example.app:/cb?code=c');
  });
});

test.each([
  ['https://a.example/p+q?x=1+2#y=3+4', 'https://a.example/p+q?x=1%202#y=3%204'],
  ['https://a.example/p+q', 'https://a.example/p+q'],
  ['/login/x', '/login/x'],
])('the spaces of %s are percent-encoded', (url, written) => {
  expect(percentSpaces(url)).toBe(written);
});

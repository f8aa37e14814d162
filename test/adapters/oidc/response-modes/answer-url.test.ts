import { describe, expect, test } from '@jest/globals';

import {
  answerUrl,
  percentSpaces,
} from '../../../../src/adapters/oidc/response-modes/response-modes.ts';

describe('the URL of an answer', () => {
  test('keeps the query of the redirect URI and writes what a simple parser can read', () => {
    const url = answerUrl('https://app.example/cb?from=a+b', { code: 'c', state: 'x y=+&"é' });
    expect(url).toBe('https://app.example/cb?from=a%20b&code=c&state=x%20y%3D%2B%26%22%C3%A9');
  });

  test('leaves out what is not there', () => {
    expect(answerUrl('https://app.example/cb', { code: 'c', state: undefined })).toBe(
      'https://app.example/cb?code=c',
    );
  });

  test('holds an ID token in the fragment, with all that goes with it', () => {
    expect(answerUrl('https://app.example/cb?a=1', { id_token: 'h.p.s', state: 's t' })).toBe(
      'https://app.example/cb?a=1#id_token=h.p.s&state=s%20t',
    );
  });

  test('leads to a native app, too', () => {
    expect(answerUrl('com.example.app:/cb', { code: 'c' })).toBe('com.example.app:/cb?code=c');
  });
});

test.each([
  ['https://a.example/p+q?x=1+2#y=3+4', 'https://a.example/p+q?x=1%202#y=3%204'],
  ['https://a.example/p+q', 'https://a.example/p+q'],
  ['/login/x', '/login/x'],
])('the spaces of %s', (url, written) => {
  expect(percentSpaces(url)).toBe(written);
});

import { describe, expect, test } from '@jest/globals';

import { redirectUriProblem } from '../../../src/config/file/url-rules.ts';

const NOT_HTTPS = 'must be https, or have the scheme of a native app, which contains a dot';

describe(redirectUriProblem, () => {
  test.each([
    'https://shop.example.com/callback',
    'https://shop.example.com/callback?a=b',
    'com.example.shop:/callback',
    'com.example.shop://callback',
  ])('allows %s everywhere', (uri) => {
    expect(redirectUriProblem(uri, 'production')).toBeUndefined();
    expect(redirectUriProblem(uri, 'test')).toBeUndefined();
  });

  test.each(['http://localhost:3020/callback', 'http://127.0.0.1/cb', 'http://[::1]:8080/cb'])(
    'allows %s on test domains only',
    (uri) => {
      expect(redirectUriProblem(uri, 'test')).toBeUndefined();
      expect(redirectUriProblem(uri, 'production')).toBe(
        'must be https: http is for test domains only',
      );
    },
  );

  test.each([
    ['/callback', 'must be an absolute URL'],
    ['shop.example.com', 'must be an absolute URL'],
    ['https://', 'must be an absolute URL'],
    ['https://shop.example.com/#', 'must not have a fragment'],
    ['https://shop.example.com/cb#top', 'must not have a fragment'],
    ['https://*.example.com/cb', 'must not have a wildcard'],
    ['https://shop.example.com/*', 'must not have a wildcard'],
    ['https://me@shop.example.com/cb', 'must not name a user'],
    ['https://me:secret@shop.example.com/cb', 'must not name a user'],
    ['https://shop.example.com\\@evil.example/cb', 'must be a URL in plain characters'],
    [' https://shop.example.com/cb', 'must be a URL in plain characters'],
    ['https://shop.example.com/a b', 'must be a URL in plain characters'],
    ['https://shöp.example.com/cb', 'must be a URL in plain characters'],
    ['HTTPS://shop.example.com/cb', 'must write its scheme in lower case'],
    ['http://shop.example.com/cb', 'must be https'],
    ['http://localhost.evil.example/cb', 'must be https'],
    ['javascript:alert(1)', NOT_HTTPS],
    ['data:text/html,hello', NOT_HTTPS],
    ['vbscript:msgbox', NOT_HTTPS],
    ['file:///etc/passwd', NOT_HTTPS],
    ['blob:https://shop.example.com/1', NOT_HTTPS],
    ['myapp://callback', NOT_HTTPS],
    ['JavaScript:alert(1)', 'must write its scheme in lower case'],
    ['DATA:text/html,hello', 'must write its scheme in lower case'],
    ['VBScript:msgbox', 'must write its scheme in lower case'],
    ['FILE:///etc/passwd', 'must write its scheme in lower case'],
  ])('refuses %s', (uri, problem) => {
    expect(redirectUriProblem(uri, 'test')).toBe(problem);
  });
});

import { describe, expect, test } from '@jest/globals';

import { pageHeaders } from '../../../../src/adapters/http/login/send-page.ts';

const formAction = (returnsTo?: string) =>
  pageHeaders(returnsTo)['content-security-policy']?.split('form-action ')[1];

describe('pageHeaders', () => {
  test('allow our own origin only', () => {
    expect(pageHeaders()).toEqual({
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
        "base-uri 'none'; object-src 'none'; frame-ancestors 'none'; form-action 'self'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
  });

  test.each([
    ['https://app.example', "'self' https://app.example"],
    ['http://localhost:3020', "'self' http://localhost:3020"],
    ['com.example.app:', "'self' com.example.app:"],
    ['http://[::1]:3020', "'self' http:"],
  ])('allow a form to redirect to %s', (returnsTo, expected) => {
    expect(formAction(returnsTo)).toBe(expected);
  });

  test.each(['https://a.example; script-src *', "'unsafe-inline'", '*', 'https://*', ''])(
    'exclude the origin of %j',
    (returnsTo) => {
      expect(formAction(returnsTo)).toBe("'self'");
    },
  );
});

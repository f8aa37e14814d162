import { expect, test } from '@jest/globals';

import { sessionCookie } from '../../../../src/adapters/oidc/sessions/session-adapter.ts';
import { DOMAIN } from '../clients/known-applications.ts';

test.each([
  ['https://login.example', 3600, { sameSite: 'none', secure: true }],
  ['https://login.example', undefined, { sameSite: 'lax', secure: true }],
  ['http://localhost:3000', 3600, { sameSite: 'lax', secure: false }],
  ['http://localhost:3000', undefined, { sameSite: 'lax', secure: false }],
])(
  'the cookie of a session on %s with single sign-on for %s s',
  (issuer, singleSignOn, expected) => {
    const cookie = sessionCookie({ ...DOMAIN, issuer, singleSignOn });
    expect(cookie).toEqual({ signed: true, httpOnly: true, overwrite: true, ...expected });
  },
);

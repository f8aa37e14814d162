import { expect, test } from '@jest/globals';

import { sessionIndexOf } from '../../../../src/adapters/oidc/logins/accounts.ts';
import { rememberedId } from '../../../../src/flows/single-sign-on/remembered-logins.ts';

test('a session index is a GUID, the same for one login and different for another', () => {
  const index = sessionIndexOf({ id: 'login-1' });
  expect(index).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(sessionIndexOf({ id: 'login-1' })).toBe(index);
  expect(sessionIndexOf({ id: 'login-2' })).not.toBe(index);
});

test('a remembered login has the session index of the login that began the session', () => {
  const index = sessionIndexOf({ id: 'login-1' });
  expect(sessionIndexOf({ id: rememberedId('login-1', 'another') })).toBe(index);
  expect(sessionIndexOf({ id: rememberedId('login-2', 'another') })).not.toBe(index);
});

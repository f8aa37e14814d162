import { expect, test } from '@jest/globals';

import { returnUrlOf } from '../../../src/flows/browser-login/login.ts';

test('the return URL leads to the login’s own page and carries the secret', () => {
  const login = { issuer: 'https://login.example.com', id: 'login-1' };
  expect(returnUrlOf(login, 'secret-1')).toBe(
    'https://login.example.com/login/login-1/return?nonce=secret-1',
  );
});

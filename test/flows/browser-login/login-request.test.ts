import { expect, test } from '@jest/globals';

import { loginRequest } from '../../../src/flows/browser-login/login-request.ts';
import { LOGIN } from '../../support/flows.ts';

test('a login tells the eID the device, the way back and the browser, and shows no text', () => {
  const login = { ...LOGIN, issuer: 'http://localhost:3000' };
  const visitor = { ip: '2001:db8::7', userAgent: undefined };
  const how = { device: 'same', returnUrl: 'http://localhost:3000/back' } as const;
  expect(loginRequest(login, visitor, how)).toEqual({
    kind: 'login',
    endUserIp: '2001:db8::7',
    device: 'same',
    returnUrl: 'http://localhost:3000/back',
    text: undefined,
    browser: { referringDomain: 'localhost', userAgent: undefined },
  });
});

import { describe, expect, test } from '@jest/globals';

import { loginRequest } from '../../../src/flows/browser-login/login-request.ts';
import { LOGIN, SIGNATURE, SIGNING, VISITOR } from '../../support/flows.ts';

const OTHER = { device: 'other' } as const;

describe('what the eID is asked', () => {
  test('for a login: the device, the way back and the browser, and no text', () => {
    const login = { ...LOGIN, issuer: 'http://localhost:3000' };
    const visitor = { ip: '2001:db8::7', userAgent: undefined };
    const how = { device: 'same', returnUrl: 'http://localhost:3000/back' } as const;
    expect(loginRequest(login, visitor, how)).toEqual({
      kind: 'login',
      endUserIp: '2001:db8::7',
      device: 'same',
      returnUrl: 'http://localhost:3000/back',
      text: undefined,
      person: undefined,
      evidence: false,
      browser: { referringDomain: 'localhost', userAgent: undefined },
    });
  });

  test('for a login with a message to one person: both, unchanged', () => {
    const text = { visible: 'aGVq', format: 'plaintext', nonVisible: 'eA==' } as const;
    const intent = { ...LOGIN.intent, text, person: '191212121212' };
    const request = loginRequest({ ...LOGIN, intent }, VISITOR, OTHER);
    expect(request).toMatchObject({ kind: 'login', text, person: '191212121212' });
  });

  test('for evidence only where its scope is granted', () => {
    const login = { ...LOGIN, scope: ['openid', 'evidence'] };
    expect(loginRequest(login, VISITOR, OTHER)).toMatchObject({ kind: 'login', evidence: true });
    expect(loginRequest(LOGIN, VISITOR, OTHER)).toMatchObject({ kind: 'login', evidence: false });
  });

  test('for a signature: the text, and always evidence', () => {
    const request = loginRequest(SIGNING, VISITOR, OTHER);
    expect(request).toMatchObject({ kind: 'sign', text: SIGNATURE.text, evidence: true });
  });
});

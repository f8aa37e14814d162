import { describe, expect, test } from '@jest/globals';

import { orderRequestOfLogin } from '../../../src/flows/browser-login/login.ts';
import { LOGIN, SIGNATURE, SIGNING, USER_AGENT } from '../../support/flows.ts';

const BANKID = { ...LOGIN, acr: 'urn:grn:authn:se:bankid' as typeof LOGIN.acr };
const OTHER = { device: 'other' } as const;

describe('the request to the eID', () => {
  test('for a login has the device, the return URL and the browser, and no text', () => {
    const login = { ...LOGIN, issuer: 'http://localhost:3000' };
    const userAgent = { ip: '2001:db8::7', userAgent: undefined, language: 'en' } as const;
    const sameDevice = { device: 'same', returnUrl: 'http://localhost:3000/back' } as const;
    expect(orderRequestOfLogin(login, userAgent, sameDevice)).toEqual({
      kind: 'identify',
      endUserIp: '2001:db8::7',
      device: 'same',
      returnUrl: 'http://localhost:3000/back',
      text: undefined,
      person: undefined,
      evidence: false,
      risk: false,
      browser: { referringDomain: 'localhost', userAgent: undefined },
    });
  });

  test('for a login with a message to one person has both unchanged', () => {
    const text = { visible: 'aGVq', format: 'plaintext', nonVisible: 'eA==' } as const;
    const intent = { ...LOGIN.intent, text, person: '191212121212' };
    const request = orderRequestOfLogin({ ...LOGIN, intent }, USER_AGENT, OTHER);
    expect(request).toMatchObject({ kind: 'identify', text, person: '191212121212' });
  });

  test('on another device has the purpose and the application as a text, in the language of the person', () => {
    const userAgent = { ...USER_AGENT, language: 'sv' } as const;
    const intent = { ...LOGIN.intent, action: 'approve' } as const;
    expect(orderRequestOfLogin({ ...BANKID, intent }, userAgent, OTHER).text).toEqual({
      visible: Buffer.from('Godkänn hos The Shop').toString('base64'),
      format: 'plaintext',
      nonVisible: undefined,
    });
    expect(
      orderRequestOfLogin({ ...BANKID, intent }, userAgent, { device: 'same' }).text,
    ).toBeUndefined();
  });

  test('on another device has the data for the signature beside that text', () => {
    const text = { visible: undefined, format: 'plaintext', nonVisible: 'eA==' } as const;
    const login = { ...BANKID, intent: { ...LOGIN.intent, text } };
    expect(orderRequestOfLogin(login, USER_AGENT, OTHER).text).toEqual({
      visible: Buffer.from('Login at The Shop').toString('base64'),
      format: 'plaintext',
      nonVisible: 'eA==',
    });
    expect(orderRequestOfLogin(login, USER_AGENT, { device: 'same' }).text).toEqual(text);
  });

  test('on another device has no text for an eID without texts', () => {
    expect(orderRequestOfLogin(LOGIN, USER_AGENT, OTHER).text).toBeUndefined();
  });

  test('asks for evidence and risk only when their scopes are granted', () => {
    const login = { ...LOGIN, scope: ['openid', 'evidence', 'risk'] };
    expect(orderRequestOfLogin(login, USER_AGENT, OTHER)).toMatchObject({
      evidence: true,
      risk: true,
    });
    expect(orderRequestOfLogin(LOGIN, USER_AGENT, OTHER)).toMatchObject({
      evidence: false,
      risk: false,
    });
  });

  test('for a signature has the text, and always asks for evidence', () => {
    const request = orderRequestOfLogin(SIGNING, USER_AGENT, OTHER);
    expect(request).toMatchObject({ kind: 'sign', text: SIGNATURE.text, evidence: true });
  });
});

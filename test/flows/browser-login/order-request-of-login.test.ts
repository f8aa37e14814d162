import { sampleOffer } from '@eid-broker/testing/sample-offers';
import { describe, expect, test } from '@jest/globals';

import { orderRequestOfLogin } from '../../../src/flows/browser-login/login.ts';
import { LOGIN, SIGNATURE, SIGNING, USER_AGENT } from '../../support/flows.ts';

const message = { limit: 1500, measured: 'after base64 encoding' } as const;
const WITHOUT_TEXTS = sampleOffer();
const WITH_TEXTS = sampleOffer({
  texts: { ...WITHOUT_TEXTS.texts, authentication: { message, nonVisibleData: 1500 } },
});
const OTHER = { offer: WITHOUT_TEXTS, device: 'other' } as const;
const OTHER_WITH_TEXTS = { offer: WITH_TEXTS, device: 'other' } as const;
const SAME_WITH_TEXTS = { offer: WITH_TEXTS, device: 'same' } as const;

describe('the request to the eID', () => {
  test('for a login has the device, the return URL and the browser, and no text', () => {
    const login = { ...LOGIN, issuer: 'http://localhost:3000' };
    const userAgent = { ip: '2001:db8::7', userAgent: undefined, language: 'en' } as const;
    const returnUrl = 'http://localhost:3000/back';
    const sameDevice = { offer: WITHOUT_TEXTS, device: 'same', returnUrl } as const;
    expect(orderRequestOfLogin(login, userAgent, sameDevice)).toEqual({
      kind: 'identify',
      acr: login.acr,
      scope: ['openid'],
      language: 'en',
      action: 'login',
      application: 'The Shop',
      directives: {},
      input: {},
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
    expect(orderRequestOfLogin({ ...LOGIN, intent }, userAgent, OTHER_WITH_TEXTS).text).toEqual({
      visible: Buffer.from('Godkänn hos The Shop').toString('base64'),
      format: 'plaintext',
      nonVisible: undefined,
    });
    expect(
      orderRequestOfLogin({ ...LOGIN, intent }, userAgent, SAME_WITH_TEXTS).text,
    ).toBeUndefined();
  });

  test('on another device has the data for the signature beside that text', () => {
    const text = { visible: undefined, format: 'plaintext', nonVisible: 'eA==' } as const;
    const login = { ...LOGIN, intent: { ...LOGIN.intent, text } };
    expect(orderRequestOfLogin(login, USER_AGENT, OTHER_WITH_TEXTS).text).toEqual({
      visible: Buffer.from('Login at The Shop').toString('base64'),
      format: 'plaintext',
      nonVisible: 'eA==',
    });
    expect(orderRequestOfLogin(login, USER_AGENT, SAME_WITH_TEXTS).text).toEqual(text);
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

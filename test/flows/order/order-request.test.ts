import { expect, test } from '@jest/globals';

import type { Acr } from '../../../src/domain/acr.ts';
import { PLAIN_LOGIN } from '../../../src/domain/intent.ts';
import { orderRequest } from '../../../src/flows/order/start-order.ts';
import { SIGNATURE } from '../../support/flows.ts';

const ABOUT = {
  acr: 'urn:grn:authn:xx:some-eid' as Acr,
  language: 'sv',
  application: 'Demo shop',
  endUserIp: '192.0.2.7',
  device: 'same',
  returnUrl: 'https://login.example.com/return',
  browser: { referringDomain: 'login.example.com', userAgent: 'Browser/1.0' },
} as const;
const SCOPE = { scope: ['openid'] };

test('a plain login requests an identity and nothing else', () => {
  const { text, person } = PLAIN_LOGIN;
  expect(orderRequest(PLAIN_LOGIN, { ...ABOUT, ...SCOPE })).toEqual({
    kind: 'identify',
    ...ABOUT,
    ...SCOPE,
    action: 'login',
    directives: {},
    text,
    person,
    evidence: false,
    risk: false,
    input: {},
  });
});

test('a login carries its message and the one person who may answer', () => {
  const intent = { ...PLAIN_LOGIN, text: SIGNATURE.text, person: '191212121212' };
  expect(orderRequest(intent, { ...ABOUT, scope: ['openid', 'evidence'] })).toEqual({
    kind: 'identify',
    ...ABOUT,
    scope: ['openid', 'evidence'],
    action: 'login',
    directives: {},
    evidence: true,
    risk: false,
    text: SIGNATURE.text,
    person: '191212121212',
    input: { nationalNumber: '191212121212' },
  });
});

test('a signature always requests evidence, and risk where its scope is granted', () => {
  expect(orderRequest(SIGNATURE, { ...ABOUT, scope: ['openid', 'risk'] })).toEqual({
    kind: 'sign',
    ...ABOUT,
    scope: ['openid', 'risk'],
    action: 'sign',
    directives: {},
    evidence: true,
    risk: true,
    text: SIGNATURE.text,
    person: undefined,
    input: {},
  });
});

test('a signature without a text is a fault of ours', () => {
  expect(() => orderRequest({ ...SIGNATURE, text: undefined }, { ...ABOUT, ...SCOPE })).toThrow(
    'has no text',
  );
});

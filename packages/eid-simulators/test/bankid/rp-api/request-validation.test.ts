import { describe, expect, test } from '@jest/globals';

import type { OrderKind } from '../../../src/bankid/rp-api/order-request.ts';
import { parseOrderRef, parseOrderRequest } from '../../../src/bankid/rp-api/request-validation.ts';
import { ASA, auth, phoneAuth } from '../harness.ts';

const text = (length: number) => Buffer.alloc((length / 4) * 3, 'a').toString('base64');
const sign = { ...auth, userVisibleData: text(4) };
const phoneSign = { ...phoneAuth, userVisibleData: text(4) };
const base: Readonly<Record<OrderKind, object>> = {
  auth,
  sign,
  'phone/auth': phoneAuth,
  'phone/sign': phoneSign,
};

const GOOD: readonly [OrderKind, object][] = [
  ['auth', {}],
  ['auth', { endUserIp: '2001:db8::1' }],
  ['auth', { userVisibleData: text(1500), userNonVisibleData: text(1500) }],
  ['auth', { userVisibleData: 'eA==', userVisibleDataFormat: 'simpleMarkdownV1' }],
  ['auth', { userVisibleData: 'eA==', userVisibleDataFormat: 'plaintext' }],
  ['auth', { returnUrl: 'u'.repeat(512), returnRisk: true }],
  ['auth', { requirement: {} }],
  ['auth', { requirement: { personalNumber: ASA, pinCode: true, mrtd: false, risk: 'moderate' } }],
  ['auth', { requirement: { personalNumber: '197001632392' } }],
  [
    'auth',
    { requirement: { cardReader: 'class2', certificatePolicies: ['1.2.3.4.5', '1.2.752.78.*'] } },
  ],
  [
    'auth',
    {
      web: { referringDomain: 'xn--rksmrgs-5wao1o.se', userAgent: 'Agent', deviceIdentifier: 'd' },
    },
  ],
  [
    'auth',
    {
      app: { appIdentifier: 'a', deviceOS: 'IOS 17', deviceModelName: 'm', deviceIdentifier: 'd' },
    },
  ],
  ['sign', { userVisibleData: text(40_000), userNonVisibleData: text(200_000) }],
  ['phone/auth', { callInitiator: 'RP' }],
  ['phone/auth', { personalNumber: '198506752388', requirement: { pinCode: true, mrtd: true } }],
  ['phone/sign', { userVisibleData: text(40_000), userNonVisibleData: text(200_000) }],
];

const BAD: readonly [OrderKind, object, string][] = [
  ['auth', { endUserIp: undefined }, 'Missing endUserIp'],
  ['auth', { endUserIp: '' }, 'Invalid endUserIp'],
  ['auth', { endUserIp: 'localhost' }, 'Invalid endUserIp'],
  ['auth', { endUserIp: '10.0.0' }, 'Invalid endUserIp'],
  ['auth', { endUserIp: '256.1.1.1' }, 'Invalid endUserIp'],
  ['auth', { endUserIp: '10.0.0.1 ' }, 'Invalid endUserIp'],
  ['auth', { endUserIp: null }, 'Invalid endUserIp'],
  ['auth', { personalNumber: ASA }, 'Unknown parameter personalNumber'],
  ['auth', { callInitiator: 'user' }, 'Unknown parameter callInitiator'],
  ['auth', { hasOwnProperty: 1 }, 'Unknown parameter hasOwnProperty'],
  ['auth', { userVisibleData: '' }, 'Invalid userVisibleData'],
  ['auth', { userVisibleData: text(1504) }, 'Invalid userVisibleData'],
  ['auth', { userVisibleData: 'eA' }, 'Invalid userVisibleData'],
  ['auth', { userVisibleData: 'eB==' }, 'Invalid userVisibleData'],
  ['auth', { userVisibleData: 'e A==' }, 'Invalid userVisibleData'],
  ['auth', { userVisibleData: 'eA==\n' }, 'Invalid userVisibleData'],
  ['auth', { userVisibleData: '-_8=' }, 'Invalid userVisibleData'],
  ['auth', { userVisibleData: '/w==' }, 'Invalid userVisibleData'],
  ['auth', { userVisibleData: 'hello world' }, 'Invalid userVisibleData'],
  ['auth', { userNonVisibleData: text(1504) }, 'Invalid userNonVisibleData'],
  ['auth', { userNonVisibleData: 7 }, 'Invalid userNonVisibleData'],
  ['auth', { userVisibleDataFormat: 'markdown' }, 'Invalid userVisibleDataFormat'],
  ['auth', { userVisibleDataFormat: 'simplemarkdownv1' }, 'Invalid userVisibleDataFormat'],
  ['auth', { returnUrl: '' }, 'Invalid returnUrl'],
  ['auth', { returnUrl: 'u'.repeat(513) }, 'Invalid returnUrl'],
  ['auth', { returnRisk: 'true' }, 'Invalid returnRisk'],
  ['auth', { requirement: null }, 'Invalid requirement'],
  ['auth', { requirement: [] }, 'Invalid requirement'],
  ['auth', { requirement: { pinCode: 'yes' } }, 'Invalid requirement.pinCode'],
  ['auth', { requirement: { personalNumber: '9006022397' } }, 'Invalid requirement.personalNumber'],
  [
    'auth',
    { requirement: { personalNumber: '199006022398' } },
    'Invalid requirement.personalNumber',
  ],
  ['auth', { requirement: { cardReader: 'class3' } }, 'Invalid requirement.cardReader'],
  ['auth', { requirement: { risk: 'high' } }, 'Invalid requirement.risk'],
  ['auth', { requirement: { certificatePolicies: [] } }, 'Invalid requirement.certificatePolicies'],
  [
    'auth',
    { requirement: { certificatePolicies: '1.2.3.4' } },
    'Invalid requirement.certificatePolicies',
  ],
  [
    'auth',
    { requirement: { certificatePolicies: ['1.2.3.*'] } },
    'Invalid requirement.certificatePolicies',
  ],
  [
    'auth',
    { requirement: { certificatePolicies: ['1.2.*.4.5'] } },
    'Invalid requirement.certificatePolicies',
  ],
  [
    'auth',
    { requirement: { tokenStartRequired: true } },
    'Unknown parameter requirement.tokenStartRequired',
  ],
  ['auth', { app: {}, web: {} }, 'Both app and web'],
  ['auth', { app: {} }, 'Invalid app'],
  ['auth', { web: {} }, 'Invalid web'],
  ['auth', { web: { referringDomain: 'Example.com' } }, 'Invalid web.referringDomain'],
  ['auth', { web: { userAgent: 'a'.repeat(257) } }, 'Invalid web.userAgent'],
  ['auth', { web: { deviceIdentifier: 'a'.repeat(65) } }, 'Invalid web.deviceIdentifier'],
  ['auth', { web: { ip: 'x' } }, 'Unknown parameter web.ip'],
  ['sign', { userVisibleData: undefined }, 'Missing userVisibleData'],
  ['sign', { userVisibleData: text(40_004) }, 'Invalid userVisibleData'],
  ['sign', { userNonVisibleData: text(200_004) }, 'Invalid userNonVisibleData'],
  ['phone/auth', { personalNumber: undefined }, 'Missing personalNumber'],
  ['phone/auth', { personalNumber: '19900602-2397' }, 'Invalid personalNumber'],
  ['phone/auth', { callInitiator: undefined }, 'Missing callInitiator'],
  ['phone/auth', { callInitiator: 'USER' }, 'Invalid callInitiator'],
  ['phone/auth', { callInitiator: 'rp' }, 'Invalid callInitiator'],
  ['phone/auth', { endUserIp: '10.0.0.1' }, 'Unknown parameter endUserIp'],
  ['phone/auth', { returnUrl: 'https://rp.example' }, 'Unknown parameter returnUrl'],
  [
    'phone/auth',
    { requirement: { personalNumber: ASA } },
    'Unknown parameter requirement.personalNumber',
  ],
  ['phone/auth', { requirement: { risk: 'low' } }, 'Unknown parameter requirement.risk'],
  ['phone/sign', { userVisibleData: undefined }, 'Missing userVisibleData'],
];

/** As sent in a request: without undefined members. */
const body = (kind: OrderKind, change: object) =>
  JSON.parse(JSON.stringify({ ...base[kind], ...change }));

describe('order requests', () => {
  test.each(GOOD)('for %s accept %j', (kind, change) => {
    expect(parseOrderRequest(kind, body(kind, change))).toMatchObject({ kind });
  });

  test.each(BAD)('for %s refuse %j', (kind, change, details) => {
    expect(() => parseOrderRequest(kind, body(kind, change))).toThrow(
      expect.objectContaining({ code: 'invalidParameters', details }),
    );
  });

  test('keep the sent values, and the person from either member', () => {
    const requirement = { personalNumber: ASA, risk: 'LOW' };
    expect(parseOrderRequest('auth', { ...auth, requirement, userVisibleData: 'w6U=' })).toEqual({
      kind: 'auth',
      personalNumber: ASA,
      endUserIp: auth.endUserIp,
      callInitiator: undefined,
      userVisibleData: 'w6U=',
      userVisibleDataFormat: undefined,
      userNonVisibleData: undefined,
      requirement: { personalNumber: ASA, risk: 'low' },
      returnUrl: undefined,
      returnRisk: false,
    });
    expect(parseOrderRequest('phone/auth', phoneAuth).personalNumber).toBe(
      phoneAuth.personalNumber,
    );
  });

  test('refuse a member named __proto__ like any unknown one', () => {
    const sneaky = JSON.parse('{"endUserIp":"10.0.0.1","__proto__":{"returnUrl":"x"}}');
    expect(() => parseOrderRequest('auth', sneaky)).toThrow('Unknown parameter __proto__');
  });
});

describe('references', () => {
  test('are the only member', () => {
    expect(parseOrderRef({ orderRef: 'abc' })).toBe('abc');
  });

  test.each([
    [{}, 'Missing orderRef'],
    [{ orderRef: '' }, 'Invalid orderRef'],
    [{ orderRef: 1 }, 'Invalid orderRef'],
    [{ orderRef: 'a', more: 1 }, 'Unknown parameter more'],
  ])('are not %j', (wrong, details) => {
    expect(() => parseOrderRef(wrong)).toThrow(details);
  });
});

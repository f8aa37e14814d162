import { LOGIN_REQUEST as login } from '@eid-broker/testing/login-request';
import { describe, expect, test } from '@jest/globals';
import { type Demands, startCall } from '../../../../src/adapters/eid/se-bankid/start-call.ts';
import type { ShownText } from '../../../../src/domain/intent.ts';
import type { PhoneRequest, SignRequest } from '../../../../src/ports/eid.ts';

const NOTHING: Demands = { certificatePolicies: undefined, risk: undefined };
const text: ShownText = { visible: 'SGVq', format: 'plaintext', nonVisible: undefined };
const sign: SignRequest = { ...login, kind: 'sign', text };
const phone: PhoneRequest = {
  kind: 'phone',
  person: '199006022397',
  callInitiator: 'RP',
  text,
  evidence: false,
};

describe('the call that starts an order', () => {
  test.each([
    ['a login', login, 'auth', { endUserIp: '192.0.2.17' }],
    ['a signature', sign, 'sign', { endUserIp: '192.0.2.17', userVisibleData: 'SGVq' }],
    [
      'a login by phone',
      phone,
      'phone/auth',
      { personalNumber: '199006022397', callInitiator: 'RP', userVisibleData: 'SGVq' },
    ],
    [
      'a call that the person placed',
      { ...phone, callInitiator: 'user' },
      'phone/auth',
      { personalNumber: '199006022397', callInitiator: 'user', userVisibleData: 'SGVq' },
    ],
    [
      'a login with a text',
      { ...login, text: { visible: 'SGVq', format: 'plaintext', nonVisible: 'eA==' } },
      'auth',
      { endUserIp: '192.0.2.17', userVisibleData: 'SGVq', userNonVisibleData: 'eA==' },
    ],
    [
      'a formatted text',
      { ...sign, text: { ...text, format: 'markdown' } },
      'sign',
      {
        endUserIp: '192.0.2.17',
        userVisibleData: 'SGVq',
        userVisibleDataFormat: 'simpleMarkdownV1',
      },
    ],
    [
      'data without a text',
      { ...login, text: { visible: undefined, format: 'markdown', nonVisible: 'eA==' } },
      'auth',
      { endUserIp: '192.0.2.17', userNonVisibleData: 'eA==' },
    ],
    [
      'a named person',
      { ...login, person: '199006022397' },
      'auth',
      { endUserIp: '192.0.2.17', requirement: { personalNumber: '199006022397' } },
    ],
    [
      'a signature of a named person',
      { ...sign, person: '199006022397' },
      'sign',
      {
        endUserIp: '192.0.2.17',
        userVisibleData: 'SGVq',
        requirement: { personalNumber: '199006022397' },
      },
    ],
    [
      'the same device',
      { ...login, device: 'same', returnUrl: 'https://login.example/return?nonce=1' },
      'auth',
      { endUserIp: '192.0.2.17', returnUrl: 'https://login.example/return?nonce=1' },
    ],
    [
      'another device, which must not open a return URL',
      { ...login, returnUrl: 'https://login.example/return?nonce=1' },
      'auth',
      { endUserIp: '192.0.2.17' },
    ],
    [
      'a browser',
      { ...login, browser: { referringDomain: 'login.example', userAgent: 'Mozilla/5.0' } },
      'auth',
      {
        endUserIp: '192.0.2.17',
        web: { referringDomain: 'login.example', userAgent: 'Mozilla/5.0' },
      },
    ],
    [
      'a browser without a name',
      { ...login, browser: { referringDomain: 'localhost', userAgent: '' } },
      'auth',
      { endUserIp: '192.0.2.17', web: { referringDomain: 'localhost' } },
    ],
    [
      'a page without a domain name',
      { ...login, browser: { referringDomain: '[::1]', userAgent: 'Mozilla/5.0' } },
      'auth',
      { endUserIp: '192.0.2.17' },
    ],
  ] as const)('is right for %s', (_, request, endpoint, body) => {
    expect(startCall(request, NOTHING)).toEqual({ endpoint, body });
  });

  test.each([[login], [sign], [phone]])('demands the configured policies: %j', (request) => {
    const certificatePolicies = ['1.2.752.78.1.5'];
    const { body } = startCall(request, { ...NOTHING, certificatePolicies });
    const { requirement: _, ...rest } = body;
    expect(body.requirement).toEqual({ certificatePolicies: ['1.2.752.78.1.5'] });
    expect(rest).toEqual(startCall(request, NOTHING).body);
  });

  test('demands the configured policies and risk also for a named person', () => {
    const { body } = startCall(
      { ...login, person: '199006022397' },
      { certificatePolicies: ['1.2.752.78.1.5'], risk: 'low' },
    );
    expect(body.requirement).toEqual({
      certificatePolicies: ['1.2.752.78.1.5'],
      personalNumber: '199006022397',
      risk: 'low',
    });
  });

  test.each([login, sign])(
    'demands the configured risk, and requests it in the answer: %j',
    (request) => {
      const demands = { ...NOTHING, risk: 'moderate' } as const;
      expect(startCall({ ...request, risk: true }, demands).body).toEqual({
        ...startCall(request, NOTHING).body,
        returnRisk: true,
        requirement: { risk: 'moderate' },
      });
    },
  );

  test('has no risk in a phone order, since BankID assesses none there', () => {
    const { body } = startCall(phone, { ...NOTHING, risk: 'low' });
    expect(body).toEqual(startCall(phone, NOTHING).body);
  });

  test('cuts a long user agent to the length that BankID accepts', () => {
    const browser = { referringDomain: 'login.example', userAgent: 'x'.repeat(300) };
    const { body } = startCall({ ...login, browser }, NOTHING);
    expect(body.web).toEqual({ referringDomain: 'login.example', userAgent: 'x'.repeat(256) });
  });
});

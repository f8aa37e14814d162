import { EID_REQUEST, IDENTIFY_REQUEST as identify } from '@eid-broker/testing/identify-request';
import { describe, expect, test } from '@jest/globals';
import { type Demands, startCall } from '../../../../src/adapters/eid/se-bankid/start-call.ts';
import type { ShownText } from '../../../../src/domain/intent.ts';
import type { PhoneRequest, SignRequest } from '../../../../src/ports/eid.ts';

const NOTHING: Demands = { certificatePolicies: undefined, risk: undefined };
const text: ShownText = { visible: 'SGVq', format: 'plaintext', nonVisible: undefined };
const sign: SignRequest = { ...identify, kind: 'sign', text };
const phone: PhoneRequest = {
  ...EID_REQUEST,
  kind: 'phone',
  person: '199006022397',
  callInitiator: 'RP',
  text,
  evidence: false,
};

describe('the call that starts an order', () => {
  test.each([
    ['an identification', identify, 'auth', { endUserIp: '192.0.2.17' }],
    ['a signature', sign, 'sign', { endUserIp: '192.0.2.17', userVisibleData: 'SGVq' }],
    [
      'an identification by phone',
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
      'an identification with a text',
      { ...identify, text: { visible: 'SGVq', format: 'plaintext', nonVisible: 'eA==' } },
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
      { ...identify, text: { visible: undefined, format: 'markdown', nonVisible: 'eA==' } },
      'auth',
      { endUserIp: '192.0.2.17', userNonVisibleData: 'eA==' },
    ],
    [
      'a named person',
      { ...identify, person: '199006022397' },
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
      { ...identify, device: 'same', returnUrl: 'https://login.example/return?nonce=1' },
      'auth',
      { endUserIp: '192.0.2.17', returnUrl: 'https://login.example/return?nonce=1' },
    ],
    [
      'another device, which must not open a return URL',
      { ...identify, returnUrl: 'https://login.example/return?nonce=1' },
      'auth',
      { endUserIp: '192.0.2.17' },
    ],
    [
      'a browser',
      { ...identify, browser: { referringDomain: 'login.example', userAgent: 'Mozilla/5.0' } },
      'auth',
      {
        endUserIp: '192.0.2.17',
        web: { referringDomain: 'login.example', userAgent: 'Mozilla/5.0' },
      },
    ],
    [
      'a browser without a name',
      { ...identify, browser: { referringDomain: 'localhost', userAgent: '' } },
      'auth',
      { endUserIp: '192.0.2.17', web: { referringDomain: 'localhost' } },
    ],
    [
      'a page without a domain name',
      { ...identify, browser: { referringDomain: '[::1]', userAgent: 'Mozilla/5.0' } },
      'auth',
      { endUserIp: '192.0.2.17' },
    ],
  ] as const)('is right for %s', (_, request, endpoint, body) => {
    expect(startCall(request, NOTHING)).toEqual({ endpoint, body });
  });

  test.each([[identify], [sign], [phone]])('demands the configured policies: %j', (request) => {
    const certificatePolicies = ['1.2.752.78.1.5'];
    const { body } = startCall(request, { ...NOTHING, certificatePolicies });
    const { requirement: _, ...rest } = body;
    expect(body.requirement).toEqual({ certificatePolicies: ['1.2.752.78.1.5'] });
    expect(rest).toEqual(startCall(request, NOTHING).body);
  });

  test('demands the configured policies and risk also for a named person', () => {
    const { body } = startCall(
      { ...identify, person: '199006022397' },
      { certificatePolicies: ['1.2.752.78.1.5'], risk: 'low' },
    );
    expect(body.requirement).toEqual({
      certificatePolicies: ['1.2.752.78.1.5'],
      personalNumber: '199006022397',
      risk: 'low',
    });
  });

  test.each([identify, sign])(
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
    const { body } = startCall({ ...identify, browser }, NOTHING);
    expect(body.web).toEqual({ referringDomain: 'login.example', userAgent: 'x'.repeat(256) });
  });
});

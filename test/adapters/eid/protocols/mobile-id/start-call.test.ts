import { IDENTIFY_REQUEST } from '@eid-broker/testing/identify-request';
import { describe, expect, test } from '@jest/globals';

import { eeMobileId } from '../../../../../src/adapters/eid/ee-mobile-id/row.ts';
import { ltMobileId } from '../../../../../src/adapters/eid/lt-mobile-id/row.ts';
import {
  hashOf,
  startCall,
  verificationCode,
} from '../../../../../src/adapters/eid/protocols/mobile-id/start-call.ts';
import type { IdentifyRequest } from '../../../../../src/ports/eid.ts';

const relyingParty = { uuid: '00000000-0000-0000-0000-000000000000', name: 'DEMO' };
const challenge = Buffer.alloc(32, 7);
const now = new Date('2026-01-15T12:00:00.000Z');
const input = { nationalNumber: '60001019906', phoneNumber: '+37200000766' };
const request: IdentifyRequest = { ...IDENTIFY_REQUEST, input };
const textOf = (text: string) =>
  ({
    visible: Buffer.from(text).toString('base64'),
    format: 'plaintext',
    nonVisible: undefined,
  }) as const;

function call(change: Partial<IdentifyRequest> = {}, row = eeMobileId) {
  return startCall({ ...request, ...change }, { row, relyingParty, challenge, now });
}

test('the verification code has the bits of the documented example', () => {
  const hash = Buffer.from('2f665f6a6999e0ef0752e00ec9f453adf59d8cb6', 'hex');
  expect(verificationCode(hash)).toBe('1462');
});

test.each([
  ['00', '0000'],
  ['ff', '8191'],
])('the verification code of a hash of %s is %s', (byte, code) => {
  expect(verificationCode(Buffer.from(byte.repeat(32), 'hex'))).toBe(code);
});

describe('the call that starts a session', () => {
  test('names the person and the phone, and the hash of the challenge', () => {
    const { body, facts } = call();
    expect(body).toEqual({
      relyingPartyUUID: relyingParty.uuid,
      relyingPartyName: 'DEMO',
      phoneNumber: input.phoneNumber,
      nationalIdentityNumber: input.nationalNumber,
      hash: hashOf(challenge).toString('base64'),
      hashType: 'SHA256',
      language: 'ENG',
    });
    expect(facts).toEqual({
      ...input,
      challenge: challenge.toString('base64'),
      releasesPhone: false,
    });
  });

  test.each([
    ['et', eeMobileId, 'EST'],
    ['lt', ltMobileId, 'LIT'],
    ['et', ltMobileId, 'ENG'],
    ['lt', eeMobileId, 'ENG'],
    ['sv', eeMobileId, 'ENG'],
  ] as const)('of a page in %s speaks as the phone of %o can', (language, row, expected) => {
    const own =
      row === ltMobileId ? { nationalNumber: '50001018865', phoneNumber: '+37060000666' } : input;
    expect(call({ language, input: own }, row).body).toMatchObject({ language: expected });
  });

  test.each([
    ['Log in', 'Log in', 'GSM-7'],
    ['Tere, Jüri! Õhtu', 'Tere, Jüri! Õhtu', 'UCS-2'],
    ['x'.repeat(120), `${'x'.repeat(97)}...`, 'GSM-7'],
    ['õ'.repeat(60), `${'õ'.repeat(47)}...`, 'UCS-2'],
  ])('shows %s', (text, displayText, displayTextFormat) => {
    expect(call({ text: textOf(text) }).body).toMatchObject({ displayText, displayTextFormat });
  });

  test.each<[string, Partial<IdentifyRequest>]>([
    ['no number', { input: { phoneNumber: input.phoneNumber } }],
    ['a number with another check digit', { input: { ...input, nationalNumber: '60001019907' } }],
    ['no phone', { input: { nationalNumber: input.nationalNumber } }],
    ['a phone of another country', { input: { ...input, phoneNumber: '+37060000666' } }],
  ])('is refused with %s', (_, change) => {
    expect(() => call(change)).toThrow(expect.objectContaining({ code: 'eid-refused-request' }));
  });

  test('takes the number of an authenticated request', () => {
    const { body } = call({ person: '60001019906', input: { phoneNumber: input.phoneNumber } });
    expect(body).toMatchObject({ nationalIdentityNumber: '60001019906' });
  });
});

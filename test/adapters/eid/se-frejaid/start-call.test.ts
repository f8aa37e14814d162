import { IDENTIFY_REQUEST } from '@eid-broker/testing/identify-request';
import { describe, expect, test } from '@jest/globals';

import { startCall } from '../../../../src/adapters/eid/se-frejaid/start-call.ts';
import type { IdentifyRequest, SignRequest } from '../../../../src/ports/eid.ts';

const now = new Date('2026-01-15T12:00:00.000Z');
const context = { now, isIntegrator: false, dynamicQrCode: true };
const base64 = (text: string) => Buffer.from(text).toString('base64');

function bodyOf(change: Partial<IdentifyRequest> = {}, more: Partial<typeof context> = {}) {
  return startCall({ ...IDENTIFY_REQUEST, ...change }, { ...context, ...more }).body;
}

function signature(change: Partial<SignRequest> = {}): SignRequest {
  const text = { visible: base64('Pay'), format: 'plaintext', nonVisible: undefined } as const;
  return { ...IDENTIFY_REQUEST, evidence: true, text, ...change, kind: 'sign' };
}

describe('the call of an authentication', () => {
  test('names nobody, with a dynamic QR code, and requests what every login needs', () => {
    expect(bodyOf()).toEqual({
      userInfoType: 'INFERRED',
      userInfo: 'N/A',
      minRegistrationLevel: 'BASIC',
      attributesToReturn: [
        { attribute: 'RELYING_PARTY_USER_ID' },
        { attribute: 'REGISTRATION_LEVEL' },
      ],
      originDeviceDetails: { userIpAddress: '192.0.2.17', flowType: 'ANOTHER_DEVICE' },
      useDynamicQrCode: true,
    });
  });

  test.each([
    ['on the same device', { device: 'same' as const }, {}],
    ['of a named person', { person: '199006022397' }, {}],
    ['without the setting', {}, { dynamicQrCode: false }],
  ])('%s has no dynamic QR code', (_, change, more) => {
    expect(bodyOf(change, more)).not.toHaveProperty('useDynamicQrCode');
  });

  test('names the person by a national number', () => {
    expect(bodyOf({ person: '199006022397' })).toMatchObject({
      userInfoType: 'SSN',
      userInfo: base64('{"country":"SE","ssn":"199006022397"}'),
    });
  });

  test.each([
    ['sub:email', 'a@example.com', 'ALL_EMAIL_ADDRESSES'],
    ['sub:phone', '+46700000000', 'ALL_PHONE_NUMBERS'],
  ])(
    'never pushes to a person named by %s, and requests it for the comparison',
    (name, value, attribute) => {
      const body = bodyOf({ directives: { [name]: value } });
      expect(body).toMatchObject({ userInfoType: 'INFERRED', userInfo: 'N/A' });
      expect(body.attributesToReturn).toContainEqual({ attribute });
    },
  );

  test.each<[string, readonly string[], Record<string, string>, string]>([
    ['BASIC for what all have', ['openid', 'frejaid:email_address'], {}, 'BASIC'],
    ['EXTENDED for a name', ['openid', 'frejaid:basic_user_info'], {}, 'EXTENDED'],
    ['the requested one', ['openid'], { minregistrationlevel: 'plus' }, 'PLUS'],
  ])('requires %s', (_, scope, directives, level) => {
    expect(bodyOf({ scope, directives })).toMatchObject({ minRegistrationLevel: level });
  });

  test.each<[string, Partial<IdentifyRequest>]>([
    [
      'a level without the attributes of the scopes',
      {
        scope: ['openid', 'frejaid:ssn'],
        directives: { minregistrationlevel: 'basic' },
      },
    ],
    [
      'a named person at the level without numbers',
      { person: '199006022397', directives: { minregistrationlevel: 'basic' } },
    ],
    [
      'a face at the level without photos',
      { directives: { userconfirmationmethod: 'defaultandface' } },
    ],
  ])('is refused with %s', (_, change) => {
    expect(() => bodyOf(change)).toThrow(expect.objectContaining({ code: 'eid-refused-request' }));
  });

  test('asks for a face, and for the identifier of an integrator', () => {
    const directives = { minregistrationlevel: 'plus', userconfirmationmethod: 'defaultandface' };
    const body = bodyOf({ directives }, { isIntegrator: true });
    expect(body).toMatchObject({ userConfirmationMethod: 'DEFAULT_AND_FACE' });
    expect(body.attributesToReturn).toContainEqual({ attribute: 'INTEGRATOR_SPECIFIC_USER_ID' });
  });
});

describe('the call of a signature', () => {
  test('has the text, its title, the push message and six minutes', () => {
    const directives = {
      title: base64('Köp'),
      pushTitle: base64('Hej'),
      pushText: base64('Skriv under'),
    };
    expect(startCall(signature({ directives }), context).body).toMatchObject({
      title: 'Köp',
      pushNotification: { title: 'Hej', text: 'Skriv under' },
      expiry: now.getTime() + 360_000,
      dataToSignType: 'SIMPLE_UTF8_TEXT',
      dataToSign: { text: base64('Pay') },
      signatureType: 'SIMPLE',
    });
  });

  test('is an extended one with data beside the text', () => {
    const text = { visible: base64('Pay'), format: 'plaintext', nonVisible: 'AAEC' } as const;
    expect(startCall(signature({ text }), context).body).toMatchObject({
      dataToSignType: 'EXTENDED_UTF8_TEXT',
      dataToSign: { text: base64('Pay'), binaryData: 'AAEC' },
      signatureType: 'EXTENDED',
    });
  });

  test('is refused with a title that is too long, by the name of the directive', () => {
    const directives = { title: base64('x'.repeat(129)) };
    expect(() => startCall(signature({ directives }), context)).toThrow(
      expect.objectContaining({
        code: 'eid-refused-request',
        detail: expect.stringContaining('title'),
      }),
    );
  });
});

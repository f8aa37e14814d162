import { describe, expect, test } from '@jest/globals';

import { evidenceOf, identityOf } from '../../../../src/adapters/eid/se-bankid/identity.ts';
import { offer } from '../../../../src/adapters/eid/se-bankid/offer.ts';

const completionData = {
  user: {
    personalNumber: '199006022397',
    name: 'Åsa Öberg',
    givenName: 'Åsa',
    surname: 'Öberg',
  },
  device: { ipAddress: '192.0.2.17', uhi: 'OZvYM9VvyiAmG7NA5jU5zqGcVpo=' },
  bankIdIssueDate: '2024-02-01',
  stepUp: null,
  signature: 'PD94bWw=',
  ocspResponse: 'MIIHdgoBAKCC',
};

describe('completionData', () => {
  test('becomes an identity with the claims of the tokens', () => {
    expect(identityOf(completionData)).toEqual({
      scheme: 'sebankid',
      country: 'SE',
      personId: '199006022397',
      nationalId: '199006022397',
      method: 'urn:oasis:names:tc:SAML:2.0:ac:classes:SoftwarePKI',
      amr: ['mfa', 'swk'],
      claims: {
        ssn: '199006022397',
        name: 'Åsa Öberg',
        givenname: 'Åsa',
        given_name: 'Åsa',
        surname: 'Öberg',
        family_name: 'Öberg',
        ipaddress: '192.0.2.17',
      },
      scopedClaims: {},
    });
  });

  test('may lack unused members, and may have new ones', () => {
    const {
      bankIdIssueDate: _,
      stepUp: __,
      signature: ___,
      ocspResponse: ____,
      ...least
    } = completionData;
    const other = { ...least, device: { ipAddress: '2001:db8::1' }, risk: 'low', new: { a: 1 } };
    expect(identityOf(other)?.claims).toMatchObject({ ipaddress: '2001:db8::1' });
  });

  test('accepts a coordination number and a person with one name only', () => {
    const user = { ...completionData.user, personalNumber: '197001632392', givenName: '' };
    expect(identityOf({ ...completionData, user })).toMatchObject({
      nationalId: '197001632392',
      claims: { given_name: '' },
    });
  });

  test('releases exactly the claims that the offer lists', () => {
    const identity = identityOf(completionData);
    const risk = identityOf({ ...completionData, risk: 'low' })?.scopedClaims.risk;
    const evidence = evidenceOf(completionData);
    const released = Object.keys({ ...identity?.claims, ...evidence, ...risk });
    expect(released).toEqual(offer.claims.map(({ name }) => name));
  });

  test.each(['', 'LOW', 'extreme', 1, null, undefined])('may lack the risk: %j', (risk) => {
    expect(identityOf({ ...completionData, risk })?.scopedClaims).toEqual({});
  });

  const { user, device } = completionData;
  test.each([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'complete'],
    ['no user', { ...completionData, user: undefined }],
    ['a list as user', { ...completionData, user: [] }],
    ['no personal number', { ...completionData, user: { ...user, personalNumber: undefined } }],
    ['ten digits', { ...completionData, user: { ...user, personalNumber: '9006022397' } }],
    ['a dash', { ...completionData, user: { ...user, personalNumber: '900602-22397' } }],
    ['a number', { ...completionData, user: { ...user, personalNumber: 199006022397 } }],
    ['a line break', { ...completionData, user: { ...user, personalNumber: '199006022397\n' } }],
    ['no name', { ...completionData, user: { ...user, name: undefined } }],
    ['no given name', { ...completionData, user: { ...user, givenName: null } }],
    ['no surname', { ...completionData, user: { ...user, surname: {} } }],
    ['no device', { ...completionData, device: null }],
    ['no address', { ...completionData, device: { ...device, ipAddress: 1 } }],
  ])('is rejected with %s', (_, broken) => {
    expect(identityOf(broken)).toBeUndefined();
  });
});

describe('evidence', () => {
  test('is the signature and the OCSP response as BankID sent them', () => {
    const evidence = { evidence: 'PD94bWw=', ocspResponse: 'MIIHdgoBAKCC' };
    expect(evidenceOf(completionData)).toEqual(evidence);
  });

  test.each([
    ['no signature', { ...completionData, signature: undefined }],
    ['no OCSP response', { ...completionData, ocspResponse: 1 }],
    ['nothing', undefined],
  ])('is absent with %s', (_, broken) => {
    expect(evidenceOf(broken)).toBeUndefined();
  });
});

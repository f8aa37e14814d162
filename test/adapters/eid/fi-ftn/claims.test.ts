import { describe, expect, test } from '@jest/globals';

import { fiFtn } from '../../../../src/adapters/eid/fi-ftn/row.ts';
import { outcomeOf } from '../../../../src/adapters/eid/protocols/oidc/identity.ts';

const CLAIMS = {
  sub: '59cc74ea-40d7-4000-85c6-e5f7c2e14205',
  acr: 'http://ftn.ficora.fi/2017/loa2',
  name: 'Äyrämö Tero Testi',
  given_name: 'Tero Testi',
  family_name: 'Äyrämö',
  birthdate: '1970-01-01',
  personal_identity_code: '010170-999R',
};
const now = new Date('2026-11-22T12:00:00Z');
const kept = { acr: 'urn:grn:authn:fi:bank-id', scope: ['openid'] };
const outcome = (changes: object = {}, isTest = false) =>
  outcomeOf(fiFtn, { ...CLAIMS, ...changes }, { kept, now, isTest });

describe('the claims of the Finnish Trust Network', () => {
  test('have the names and forms of the product', () => {
    expect(outcome()).toEqual({
      state: 'identified',
      identity: {
        scheme: 'fitupas',
        country: 'FI',
        personId: '010170-999R',
        nationalId: '010170-999R',
        method: 'http://ftn.ficora.fi/2017/loa2',
        amr: ['mfa'],
        claims: {
          name: 'Äyrämö Tero Testi',
          givenname: 'Tero Testi',
          given_name: 'Tero Testi',
          surname: 'Äyrämö',
          family_name: 'Äyrämö',
          dateofbirth: '1970-01-01',
          birthdate: '1970-01-01',
          gender: 'Male',
          hetu: '010170-999R',
        },
        scopedClaims: {},
      },
    });
  });

  test('have the electronic identifier of brokers that know it', () => {
    expect(outcome({ 'urn:oid:1.2.246.22': '99999999A' })).toMatchObject({
      identity: { claims: { satu: '99999999A' } },
    });
  });

  test.each([
    ['the high level', { acr: 'http://ftn.ficora.fi/2017/loa3' }, false, 'identified'],
    [
      'the test level, in the test environment',
      { acr: 'http://ftn.ficora.fi/2017/loatest2' },
      true,
      'identified',
    ],
    ['the test level elsewhere', { acr: 'http://ftn.ficora.fi/2017/loatest2' }, false, 'ended'],
    ['another level', { acr: 'http://eidas.europa.eu/LoA/low' }, true, 'ended'],
    ['a level that is an inherited name', { acr: 'constructor' }, true, 'ended'],
    ['no level', { acr: undefined }, true, 'ended'],
    ['no code', { personal_identity_code: undefined }, false, 'ended'],
  ])('are believed or not, with %s', (_, changes, isTest, state) => {
    expect(outcome(changes, isTest)).toMatchObject({ state });
  });
});

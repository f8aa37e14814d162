import { PERSON } from '@eid-broker/testing/sample-authentication';
import { describe, expect, test } from '@jest/globals';

import type { Acr } from '../../src/domain/acr.ts';
import { type ClaimSource, claimsOf, LOGIN_CLAIMS } from '../../src/domain/claims.ts';

const SOURCE: ClaimSource = {
  identity: PERSON,
  acr: 'urn:grn:authn:xx:some-eid' as Acr,
  authenticatedAt: new Date('2026-03-01T10:00:05.678Z'),
  subject: '{0f8fad5b-d9cb-469f-a165-70867728950e}',
  sessionIndex: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  scope: ['openid'],
};

const LOGIN = {
  identityscheme: 'some-eid',
  authenticationtype: 'urn:grn:authn:xx:some-eid',
  authenticationmethod: 'urn:oasis:names:tc:SAML:2.0:ac:classes:SmartcardPKI',
  authenticationinstant: '2026-03-01T10:00:05.678Z',
  nameidentifier: '0f8fad5bd9cb469fa16570867728950e',
  sessionindex: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  country: 'SE',
  acr: 'urn:grn:authn:xx:some-eid',
  amr: ['sc', 'mfa'],
  auth_time: 1772359205,
};

describe('the claims of a login', () => {
  test('contain the method of the login, in both vocabularies, and the person', () => {
    expect(claimsOf(SOURCE)).toEqual({ ...LOGIN, ...PERSON.claims });
  });

  test('include those of a granted scope', () => {
    expect(claimsOf({ ...SOURCE, scope: ['openid', 'evidence', 'phone'] })).toEqual({
      ...LOGIN,
      ...PERSON.claims,
      signature: 'c2lnbmF0dXJl',
    });
  });

  test('about the method are all listed', () => {
    const noClaims = { ...PERSON, claims: {}, scopedClaims: {} };
    const names = Object.keys(claimsOf({ ...SOURCE, identity: noClaims }));
    expect(names.sort()).toEqual(LOGIN_CLAIMS.map(({ name }) => name).sort());
  });

  test("omit the eID's own id of the person, unless the eID releases it", () => {
    const unreleased = { ...PERSON, claims: { name: 'Tolvan Tolvansson' } };
    const claims = claimsOf({ ...SOURCE, identity: unreleased });
    expect(JSON.stringify(claims)).not.toContain(PERSON.nationalId);
  });
});

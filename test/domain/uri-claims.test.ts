import { PERSON } from '@eid-broker/testing/sample-authentication';
import { expect, test } from '@jest/globals';

import type { Acr } from '../../src/domain/acr.ts';
import { uriClaims } from '../../src/domain/uri-claims.ts';

const CLAIM = { scope: undefined, schema: { type: 'string' }, description: '', example: '' };

test('claims have URIs as names: those of WS-Federation, and those of the eID', () => {
  const identity = {
    ...PERSON,
    claims: { name: 'Astrid Prøvesen', birthdate: '1958-12-27', loA: 'HIGH' },
    scopedClaims: {},
  };
  const source = {
    identity,
    acr: 'urn:grn:authn:xx:some-eid' as Acr,
    authenticatedAt: new Date('2026-03-01T10:00:05.678Z'),
    subject: '{0f8fad5b-d9cb-469f-a165-70867728950e}',
    sessionIndex: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
    scope: ['openid'],
  };
  const claims = [{ ...CLAIM, name: 'loA', uri: 'urn:example:LoA' }];
  expect(Object.keys(uriClaims(source, { claims }))).toEqual([
    'identityscheme',
    'authenticationtype',
    'http://schemas.microsoft.com/ws/2008/06/identity/claims/authenticationmethod',
    'http://schemas.microsoft.com/ws/2008/06/identity/claims/authenticationinstant',
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/nameidentifier',
    'http://schemas.grean.id/claims/sessionindex',
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/country',
    'acr',
    'amr',
    'auth_time',
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name',
    'birthdate',
    'urn:example:LoA',
  ]);
});

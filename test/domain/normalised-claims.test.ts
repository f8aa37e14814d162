import { describe, expect, test } from '@jest/globals';

import { dkMitId } from '../../src/adapters/eid/dk-mitid/row.ts';
import { sweden } from '../../src/adapters/eid/national-numbers/sweden.ts';
import { offer as seBankId } from '../../src/adapters/eid/se-bankid/offer.ts';
import type { Acr } from '../../src/domain/acr.ts';
import type { ClaimOffer, ClaimSource } from '../../src/domain/claims.ts';
import type { Json, JsonObject } from '../../src/domain/json.ts';
import { normalisedClaims, PERSON_CLAIMS } from '../../src/domain/normalised-claims.ts';

const DANE: ClaimSource = {
  identity: {
    scheme: 'dkmitid',
    country: 'DK',
    personId: '8e6ab4ea-58b9-4130-a900-4366ba54eed9',
    nationalId: '2712589100',
    method: 'code_app:SUBSTANTIAL',
    amr: ['mfa'],
    claims: {
      uuid: '8e6ab4ea-58b9-4130-a900-4366ba54eed9',
      name: 'Astrid Prøvesen',
      birthdate: '1958-12-27',
      dateofbirth: '1958-12-27',
      loA: 'SUBSTANTIAL',
    },
    scopedClaims: { ssn: { cprNumberIdentifier: '2712589100' } },
  },
  acr: 'urn:grn:authn:dk:mitid:substantial' as Acr,
  authenticatedAt: new Date('2026-03-01T10:00:05.678Z'),
  subject: '{0f8fad5b-d9cb-469f-a165-70867728950e}',
  sessionIndex: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  scope: ['openid', 'ssn'],
};

const MITID = {
  offer: { ...dkMitId.offer, title: 'MitID' },
  variant: { level: 'substantial' },
} as const;

const NUMBER = { nin: '2712589100', nin_type: 'cpr', nin_issuing_country: 'DK' };
const PERSON = { name: 'Astrid Prøvesen', birthdate: '1958-12-27' };

describe('the normalised claims of a login', () => {
  test('have one name for all eIDs, and the level of assurance as acr', () => {
    expect(normalisedClaims(DANE, MITID)).toEqual({
      authenticationtype: 'urn:grn:authn:dk:mitid:substantial',
      acr: 'http://eidas.europa.eu/LoA/substantial',
      amr: ['mfa'],
      auth_time: 1_772_359_205,
      ...NUMBER,
      ...PERSON,
      verified_claims: {
        verification: {
          trust_framework: 'eidas',
          assurance_level: 'substantial',
          time: '2026-03-01T10:00:05.678Z',
          evidence: [
            {
              type: 'electronic_record',
              check_details: [{ check_method: 'auth', organization: 'MitID' }],
              record: { type: 'eid', source: { name: 'MitID', country_code: 'DK' } },
            },
          ],
        },
        claims: { ...NUMBER, ...PERSON },
      },
    });
  });

  test('lack the national number without its scope, also among the verified claims', () => {
    const claims = normalisedClaims({ ...DANE, scope: ['openid'] }, MITID);
    expect(JSON.stringify(claims)).not.toMatch(/2712589100|"nin/);
  });

  test('of an eID without levels keep the acr value, and verify nothing', () => {
    const variant = { level: undefined };
    const claims = normalisedClaims(DANE, { offer: MITID.offer, variant });
    expect(claims).toMatchObject({ acr: DANE.acr });
    expect(claims).not.toHaveProperty('verified_claims');
  });

  test('keep evidence under its own names, outside the verified claims', () => {
    const identity = {
      ...DANE.identity,
      claims: { ssn: '199006022397', ipaddress: '192.0.2.7' },
      scopedClaims: { evidence: { evidence: 'PD94', ocspResponse: 'MIIH' } },
    };
    const variant = { level: 'substantial' } as const;
    const source = { ...DANE, identity, scope: ['openid', 'evidence'] };
    const claims = normalisedClaims(source, { offer: seBankId, variant });
    expect(claims).toMatchObject({
      nin: '199006022397',
      nin_type: 'personnummer',
      evidence: 'PD94',
      ocspResponse: 'MIIH',
    });
    expect(claims).not.toHaveProperty('ipaddress');
    expect(JSON.stringify(claims.verified_claims)).not.toContain('PD94');
  });
});

describe('the values of normalised claims', () => {
  const valuesOf = (claims: JsonObject, offered: readonly Partial<ClaimOffer>[] = []) => {
    const usual = Object.keys(claims).map((name) => ({ name, scope: undefined }));
    const claimOffers = [...usual, ...offered] as ClaimOffer[];
    const offer = { title: 'Some eID', claims: claimOffers, nationalNumber: sweden };
    const variant = { level: undefined };
    const source = { ...DANE, identity: { ...DANE.identity, claims, scopedClaims: {} } };
    const { authenticationtype, acr, amr, auth_time, ...values } = normalisedClaims(source, {
      offer,
      variant,
    });
    return values;
  };

  test('have the forms of the standard', () => {
    expect(
      valuesOf({
        gender: 'MALE',
        nationalities: 'D',
        place_of_birth: 'BERLIN',
        phone_number: '+32 460-000000',
        address: { street_address: 'A 1', city: 'B', locality: 'C', region: null, postal_code: '' },
      }),
    ).toEqual({
      gender: 'male',
      nationalities: ['D'],
      place_of_birth: { locality: 'BERLIN' },
      phone_number: '+32460000000',
      address: { street_address: 'A 1', locality: 'B' },
    });
    const address = { locality: 'C', country: 'NO' };
    const standard = { nationalities: ['D'], place_of_birth: { country: 'DE' }, address };
    expect(valuesOf(standard)).toEqual(standard);
  });

  test('complete the name and the date of birth', () => {
    expect(valuesOf({ given_name: 'Åsa', family_name: 'Öberg' })).toMatchObject({
      name: 'Åsa Öberg',
    });
    expect(valuesOf({ name: 'Å. Öberg', given_name: 'Åsa', family_name: 'Öberg' })).toMatchObject({
      name: 'Å. Öberg',
    });
    expect(valuesOf({ family_name: 'Öberg' })).toEqual({ family_name: 'Öberg' });
    expect(valuesOf({ nin: '199006022397' })).toMatchObject({ birthdate: '1990-06-02' });
    expect(valuesOf({ nin: '199006022397', birthdate: '1990-06-03' })).toMatchObject({
      birthdate: '1990-06-03',
    });
  });

  test('are those that the offer makes of its own', () => {
    const details = {
      name: 'details',
      normalised: 'nin',
      normalise: (value: Json) => (value === 'none' ? undefined : `1${value}`),
    };
    expect(valuesOf({ details: '99006022397' }, [details])).toMatchObject({ nin: '199006022397' });
    expect(valuesOf({ details: 'none' }, [details])).toEqual({});
  });
});

test('each normalised claim has a name of its own', () => {
  const names = PERSON_CLAIMS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

import { describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';

import { eidModules } from '../src/adapters/eid/registry.ts';
import type { ClaimOffer } from '../src/domain/claims.ts';
import { SCOPES_OF_ONE_USE } from '../src/domain/claims.ts';
import type { EidOffer, EidVariant } from '../src/domain/eid-offer.ts';
import type { JsonObject } from '../src/domain/json.ts';
import { normalisedClaims } from '../src/domain/normalised-claims.ts';
import { normalisedSchema } from './support/claims-schema.ts';

/** The names that a person has at every eID, with all scopes. */
const REQUIRED = ['name', 'given_name', 'family_name', 'birthdate'];

const FULL_NAME_ONLY = 'its brokers state the full name alone';
const OF_MOCK = 'a mock person has the claims of its directive';

/** The names that an eID lacks, with the reason. */
const LACKS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'dk-mitid': { given_name: FULL_NAME_ONLY, family_name: FULL_NAME_ONLY },
  'dk-mitid-business': { given_name: FULL_NAME_ONLY, family_name: FULL_NAME_ONLY },
  'nl-idin': { name: 'banks state initials', given_name: 'banks state initials' },
  'age-verification': Object.fromEntries(REQUIRED.map((name) => [name, 'it is anonymous'])),
  mock: Object.fromEntries(REQUIRED.map((name) => [name, OF_MOCK])),
};

const NAMES = ['name', 'given_name', 'family_name'];
const TOKEN = {
  iss: 'https://login.example',
  sub: '{0f8fad5b-d9cb-469f-a165-70867728950e}',
  aud: 'web',
  iat: 1,
  nbf: 1,
  exp: 2,
};
const fits = new Ajv2020({ allErrors: true, validateFormats: false }).compile({
  ...normalisedSchema(),
  additionalProperties: false,
});

const offers = eidModules.map(({ offer }) => offer);
const eids = offers.map((offer) => [offer.name, offer] as const);

/** The claims of a login with these scopes, whose values are the examples, or those of `values`. */
function normalised(
  offer: EidOffer,
  variant: EidVariant,
  { scope, released, values = {} }: Login,
): JsonObject {
  const ofScope = (name: string | undefined) =>
    Object.fromEntries(
      released
        .filter((claim) => claim.scope === name)
        .map((claim) => [claim.name, values[claim.name] ?? claim.example]),
    );
  const country = /^[a-z]{2}/.exec(offer.name)?.[0].toUpperCase() ?? 'XX';
  return normalisedClaims(
    {
      identity: {
        scheme: 'some',
        country: offer.name.includes('-') ? country : 'XX',
        personId: 'p',
        nationalId: undefined,
        method: 'some',
        amr: ['mfa'],
        claims: ofScope(undefined),
        scopedClaims: Object.fromEntries(scope.map((name) => [name, ofScope(name)])),
      },
      acr: variant.acr,
      authenticatedAt: new Date('2026-03-01T10:00:05.678Z'),
      subject: TOKEN.sub,
      sessionIndex: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
      scope: ['openid', ...scope],
    },
    { offer, variant },
  );
}

interface Login {
  readonly scope: readonly string[];
  /** The claims that the eID releases, of all scopes. */
  readonly released: readonly ClaimOffer[];
  readonly values?: JsonObject;
}

/** Any login with the eID: some scopes, without some of the claims, of anybody. */
function anyLogin({ scopes, claims }: EidOffer): fc.Arbitrary<Login> {
  const usual = scopes.filter((scope) => !SCOPES_OF_ONE_USE.includes(scope));
  const anyName = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 });
  return fc.record({
    scope: fc.subarray(usual),
    released: fc.subarray([...claims]),
    values: fc.dictionary(fc.constantFrom(...NAMES), anyName),
  });
}

describe.each(eids.filter(([name]) => name !== 'mock'))(
  'the normalised claims of %s',
  (name, offer) => {
    const logins = fc.tuple(fc.constantFrom(...offer.variants), anyLogin(offer));

    test('fit the schema in any login, and repeat verified claims with the level alone', () => {
      fc.assert(
        fc.property(logins, ([variant, login]) => {
          const claims = normalised(offer, variant, login);
          fits({ ...TOKEN, ...claims });
          expect(fits.errors).toBeNull();
          const { level, acr } = variant;
          expect(claims.acr).toBe(
            level === undefined ? acr : `http://eidas.europa.eu/LoA/${level}`,
          );
          expect(claims.authenticationtype).toBe(acr);
          const { verified_claims: verified } = claims as { verified_claims?: VerifiedClaims };
          if (level === undefined) expect(verified).toBeUndefined();
          if (verified === undefined) return;
          expect(verified.verification).toMatchObject({
            trust_framework: 'eidas',
            assurance_level: level,
            time: '2026-03-01T10:00:05.678Z',
          });
          expect(claims).toMatchObject(verified.claims);
        }),
        { numRuns: 100 },
      );
    });

    test('state the number with its type and country, or none of the three', () => {
      fc.assert(
        fc.property(logins, ([variant, login]) => {
          const { nin, nin_type, nin_issuing_country } = normalised(offer, variant, login);
          const type = nin === undefined ? undefined : offer.nationalNumber?.type;
          const country = nin === undefined ? undefined : offer.name.slice(0, 2).toUpperCase();
          expect({ nin_type, nin_issuing_country }).toEqual({
            nin_type: type,
            nin_issuing_country: country,
          });
        }),
        { numRuns: 100 },
      );
    });

    test('have the required names with all scopes, and the number where requests name it', () => {
      const login = { scope: offer.scopes, released: offer.claims };
      const lacks = LACKS[name] ?? {};
      const number = offer.nationalNumber === undefined ? [] : ['nin'];
      for (const variant of offer.variants) {
        const claims = normalised(offer, variant, login);
        const missing = [...REQUIRED, ...number].filter((one) => claims[one] === undefined);
        expect(missing).toEqual(REQUIRED.filter((one) => Object.hasOwn(lacks, one)));
      }
    });
  },
);

interface VerifiedClaims {
  readonly verification: JsonObject;
  readonly claims: JsonObject;
}

test('the normalised claims of a mock person are those of its directive', () => {
  const mock = offers.find(({ name }) => name === 'mock');
  const [variant] = mock?.variants ?? [];
  if (mock === undefined || variant === undefined) throw new Error('no mock eID');
  const released = mock.claims.filter(({ name }) => NAMES.includes(name));
  expect(normalised(mock, variant, { scope: [], released, values: { name: 'Someone' } })).toEqual({
    authenticationtype: variant.acr,
    acr: variant.acr,
    amr: ['mfa'],
    auth_time: 1_772_359_205,
    name: 'Someone',
    given_name: 'text',
    family_name: 'text',
  });
});

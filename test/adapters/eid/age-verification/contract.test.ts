import { redirectEidWithoutCounterpartContract } from '@eid-broker/testing/contracts/redirect-eid-without-counterpart';
import { describe, expect, test } from '@jest/globals';

import { ageVerification } from '../../../../src/adapters/eid/age-verification/open.ts';
import { reduceToAge } from '../../../../src/adapters/eid/age-verification/reduce-to-age.ts';
import { sweden } from '../../../../src/adapters/eid/national-numbers/sweden.ts';
import type { Identity } from '../../../../src/domain/identity.ts';
import type { Json } from '../../../../src/domain/json.ts';

const clock = () => new Date();
const { redirect: eid } = ageVerification.open(
  {},
  { clock, newId: () => 'unused', environment: 'test' },
);
const CLAIM = 'http://ageverification.criipto.com';
const PERSON: Identity = {
  scheme: 'dkmitid',
  country: 'DK',
  personId: 'the-person-at-mitid',
  nationalId: '2712589100',
  method: 'app',
  amr: ['mfa'],
  claims: { birthdate: '2008-11-22', name: 'Astrid' },
  scopedClaims: { ssn: { cprNumberIdentifier: '2712589100' } },
};

redirectEidWithoutCounterpartContract('age-verification', () => ({
  offer: ageVerification.offer,
  eid,
  clock,
}));

describe('age verification', () => {
  const reduce = (changes: Partial<Identity> = {}, now = '2026-11-22T12:00:00Z') =>
    reduceToAge(
      { ...PERSON, ...changes },
      {
        attempt: 'an-attempt',
        scope: ['openid', 'is_over_18', 'is_over_21', 'ssn'],
        nationalNumber: sweden,
        now: new Date(now),
      },
    );

  test('leaves the answers, the country, and nothing else of the person', () => {
    expect(reduce()).toEqual({
      scheme: 'ageverification',
      country: 'DK',
      personId: 'an-attempt',
      nationalId: undefined,
      method: 'urn:age-verification',
      amr: ['mfa'],
      claims: { [CLAIM]: { country: 'DK', is_over_18: true, is_over_21: false } },
      scopedClaims: {},
    });
  });

  test.each([
    ['the day before the birthday', '2026-11-21T23:59:59Z', false],
    ['the birthday', '2026-11-22T00:00:00Z', true],
  ])('counts %s', (_, now, isOver) => {
    expect(reduce({}, now)?.claims[CLAIM]).toMatchObject({ is_over_18: isOver });
  });

  test('counts a birthday on 29 February from 1 March on', () => {
    const born = { claims: { birthdate: '2008-02-29' } };
    expect(reduce(born, '2026-02-28T12:00:00Z')?.claims[CLAIM]).toMatchObject({
      is_over_18: false,
    });
    expect(reduce(born, '2026-03-01T00:00:00Z')?.claims[CLAIM]).toMatchObject({ is_over_18: true });
  });

  test.each([
    ['a scope', { claims: {}, scopedClaims: { birthdate: { birthdate: '1990-06-02' } } }],
    ['a national number', { claims: {}, scopedClaims: {}, nationalId: '199006022397' }],
    ['a co-ordination number', { claims: {}, scopedClaims: {}, nationalId: '197001632392' }],
  ])('takes the date of birth from %s', (_, changes) => {
    expect(reduce(changes)?.claims[CLAIM]).toMatchObject({ is_over_21: true });
  });

  test('says nothing without a date of birth', () => {
    expect(reduce({ claims: { birthdate: 'unknown' }, nationalId: undefined })).toBeUndefined();
  });

  test.each<[string, Json]>([
    ['a year alone', '1990'],
    ['a month alone', '1990-06'],
    ['an unknown year', '0000-06-02'],
    ['a month that does not exist', '1990-13-02'],
    ['a day that does not exist', '1990-02-30'],
    ['a 29 February of no leap year', '1990-02-29'],
    ['another order', '02-06-1990'],
    ['a time beside it', '1990-06-02T00:00:00Z'],
    ['white space beside it', '1990-06-02 '],
    ['a number', 19900602],
    ['null', null],
    ['a list', ['1990-06-02']],
    ['a date in the future', '2026-11-23'],
    ['a date of nobody alive', '1790-06-02'],
    ['an empty text', ''],
  ])('says nothing of a date of birth that is %s, whatever the number says', (_, birthdate) => {
    expect(reduce({ claims: { birthdate }, scopedClaims: {}, nationalId: '199006022397' })).toBe(
      undefined,
    );
    const scopedClaims = { birthdate: { birthdate } };
    expect(reduce({ claims: {}, scopedClaims, nationalId: '199006022397' })).toBe(undefined);
  });

  test('says nothing of two dates of birth', () => {
    const scopedClaims = { birthdate: { birthdate: '1990-06-02' } };
    expect(reduce({ scopedClaims })).toBe(undefined);
    expect(reduce({ claims: { birthdate: '1990-06-02' }, scopedClaims })).toBeDefined();
  });
});

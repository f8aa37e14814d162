import { anyEidContract } from '@eid-broker/testing/contracts/eid';
import { describe, expect, test } from '@jest/globals';

import { ageVerification } from '../../../../src/adapters/eid/age-verification/open.ts';
import { reduceToAge } from '../../../../src/adapters/eid/age-verification/reduce-to-age.ts';
import { sweden } from '../../../../src/adapters/eid/national-numbers/sweden.ts';
import type { Identity } from '../../../../src/domain/identity.ts';

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

describe('age verification', () => {
  anyEidContract(() => ({ ...ageVerification, eid, unreachable: eid, clock }));

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

  test('is started by nobody without the choice of another eID', async () => {
    await expect(eid.begin({} as never, '')).rejects.toMatchObject({ code: 'eid-misconfigured' });
  });
});

import { describe, expect, test } from '@jest/globals';

import { dkMitId } from '../../../../src/adapters/eid/dk-mitid/row.ts';
import { outcomeOf } from '../../../../src/adapters/eid/oidc/identity.ts';

const NSIS = 'https://data.gov.dk/concept/core/nsis';
const CLAIMS = {
  sub: 'pairwise',
  idp: 'mitid',
  amr: ['code_app'],
  loa: `${NSIS}/Substantial`,
  ial: `${NSIS}/High`,
  aal: `${NSIS}/Substantial`,
  'mitid.uuid': '8e6ab4ea-58b9-4130-a900-4366ba54eed9',
  'mitid.identity_name': 'Paiman Petersen',
  'mitid.date_of_birth': '1958-12-27',
  'mitid.age': 63,
  'mitid.has_cpr': 'true',
  'dk.cpr': '271258-9100',
};
const kept = { acr: 'urn:grn:authn:dk:mitid:substantial', scope: ['openid', 'ssn'] };
const now = new Date('2026-11-22T12:00:00Z');
const outcome = (changes: object = {}, keptChanges: Partial<typeof kept> = {}) =>
  outcomeOf(dkMitId, { ...CLAIMS, ...changes }, { kept: { ...kept, ...keptChanges }, now });
const RELEASED = {
  uuid: '8e6ab4ea-58b9-4130-a900-4366ba54eed9',
  birthdate: '1958-12-27',
  dateofbirth: '1958-12-27',
  age: '63',
  name: 'Paiman Petersen',
  loA: 'SUBSTANTIAL',
  ial: 'HIGH',
  aal: 'SUBSTANTIAL',
};

describe(outcomeOf, () => {
  test('gives the claims of the row, as texts and in our words', () => {
    expect(outcome()).toEqual({
      state: 'identified',
      identity: {
        scheme: 'dkmitid',
        country: 'DK',
        personId: '8e6ab4ea-58b9-4130-a900-4366ba54eed9',
        nationalId: '2712589100',
        method: 'code_app:SUBSTANTIAL:HIGH:SUBSTANTIAL',
        amr: ['mfa'],
        claims: RELEASED,
        scopedClaims: { ssn: { cprNumberIdentifier: '271258-9100' } },
      },
    });
  });

  test('leaves out the claims of a scope that was not granted', () => {
    expect(outcome({}, { scope: ['openid'] })).toMatchObject({
      identity: { claims: RELEASED, scopedClaims: {} },
    });
  });

  test('has no national number when the eID released none, or another thing', () => {
    const numberOf = (value: unknown) => {
      const result = outcome({ 'dk.cpr': value });
      return result.state === 'identified' ? result.identity.nationalId : result;
    };
    expect([undefined, null, '', 'not a number', {}].map(numberOf)).toEqual(
      Array(5).fill(undefined),
    );
  });

  test('omits words that the row does not know', () => {
    const { ial: _, ...others } = RELEASED;
    const result = outcome({ ial: 'Medium', fal: null });
    const identity = result.state === 'identified' ? result.identity : undefined;
    expect(identity?.claims).toEqual(others);
    expect(identity?.method).toBe('dkmitid');
  });

  test.each(
    ['low', 'substantial', 'high'].flatMap((asked, lowest) =>
      ['Low', 'Substantial', 'High'].map((level, reached) => ({
        asked,
        level,
        ok: reached >= lowest,
      })),
    ),
  )('answers a request for $asked at $level: $ok', ({ asked, level, ok }) => {
    const result = outcome({ loa: `${NSIS}/${level}` }, { acr: `urn:grn:authn:dk:mitid:${asked}` });
    expect(result).toMatchObject(
      ok ? { state: 'identified' } : { state: 'ended', why: 'unverified', hintCode: 'level' },
    );
  });

  test.each([
    ['no level', { loa: undefined }, 'level'],
    ['an unknown level', { loa: `${NSIS}/Highest` }, 'level'],
    ['another identity provider', { idp: 'nemid' }, 'expected'],
    ['no identity provider', { idp: undefined }, 'expected'],
  ])('believes nobody with %s', (_, changes, hintCode) => {
    expect(outcome(changes)).toEqual({ state: 'ended', why: 'unverified', hintCode });
  });

  test('believes nobody for an acr value of another eID', () => {
    expect(outcome({}, { acr: 'urn:grn:authn:se:bankid' })).toMatchObject({ why: 'unverified' });
  });

  test('has lost an answer without the identifier of the person', () => {
    const lost = { state: 'ended', why: 'lost', hintCode: 'person' };
    expect(outcome({ 'mitid.uuid': undefined })).toEqual(lost);
    expect(outcome({ 'mitid.uuid': '' })).toEqual(lost);
  });
});

import { describe, expect, test } from '@jest/globals';

import { dkMitId } from '../../../../../src/adapters/eid/dk-mitid/row.ts';
import { outcomeOf } from '../../../../../src/adapters/eid/protocols/oidc/identity.ts';
import type { OidcRow } from '../../../../../src/adapters/eid/protocols/oidc/oidc-row.ts';
import {
  claim,
  jsonText,
  ofScope,
  orNull,
  words,
} from '../../../../../src/adapters/eid/protocols/oidc/row-claims.ts';
import { noLevels } from '../../../../../src/adapters/eid/protocols/oidc/row-parts.ts';

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

describe('a row with further sources', () => {
  const row: OidcRow = {
    ...dkMitId,
    personId: 'professional:{work.id}|{mitid.uuid}',
    offer: {
      ...dkMitId.offer,
      claims: [
        claim('city', 'place.city', 'Hillerød', 'A member of an object.'),
        { ...claim('place', 'place', '', 'An object.'), schema: { type: 'object' } },
        jsonText(claim('text', 'place', '', 'An object as JSON.')),
        {
          ...claim('home', '', '', 'An object of ours.'),
          schema: { type: 'object' },
          from: { country: 'Danmark', line: '{place.zip} {place.city}|{place.city}' },
        },
        words({ '*': 'true' }, claim('hasPlace', 'place', 'true', 'Any value.')),
        claim('shown', 'request.text', 'Pay', 'The text of the request.'),
        { ...claim('hired', 'work.id', 'w1', 'Absent for an owner.'), unless: 'work.owner' },
        { ...claim('owned', 'work.owner', 'yes', 'Of an owner who works.'), needs: 'work.id' },
        {
          ...claim('flat', 'flat', '', 'An object with forms.'),
          schema: { type: 'object' },
          forms: { door: (text) => text.padStart(4) },
        },
        ofScope(
          'address',
          orNull({ ...claim('area', 'area', '', ''), schema: { type: 'object' } }),
        ),
        ofScope('address', orNull(jsonText(claim('areaText', 'area', '', 'The same as JSON.')))),
      ],
      scopes: ['address'],
    },
    nationalId: { from: 'dk.cpr', scope: 'ssn', needs: 'work.owner' },
  };
  const place = { city: 'Hillerød' };
  const identify = (claims: object, more: object = {}) =>
    outcomeOf(row, { ...CLAIMS, ...claims }, { kept: { ...kept, ...more }, now });

  test('reads members of objects, composes objects, and writes JSON', () => {
    expect(identify({ place })).toMatchObject({
      identity: {
        claims: {
          city: 'Hillerød',
          place,
          text: '{"city":"Hillerød"}',
          home: { country: 'Danmark', line: 'Hillerød' },
          hasPlace: 'true',
        },
      },
    });
  });

  test('omits a claim, and the number, without another claim or with it', () => {
    expect(identify({ 'work.id': 'w1' })).toMatchObject({
      identity: { nationalId: undefined, claims: { hired: 'w1' } },
    });
    const owner = identify({ 'work.id': 'w1', 'work.owner': 'yes' });
    expect(owner).toMatchObject({
      identity: { nationalId: '2712589100', claims: { owned: 'yes' } },
    });
    expect(JSON.stringify(owner)).not.toContain('hired');
    expect(JSON.stringify(identify({ 'work.owner': 'yes' }))).not.toContain('owned');
  });

  test('writes members in the form of the claim', () => {
    const flat = { door: 'tv', floor: 3, side: null };
    expect(identify({ flat })).toMatchObject({
      identity: { claims: { flat: { door: '  tv', floor: 3, side: null } } },
    });
    expect(identify({ flat: 'none' })).toMatchObject({ identity: { claims: { flat: 'none' } } });
  });

  test('has null for an absent value only where the claim says so, with its scope', () => {
    const scope = ['openid', 'address'];
    expect(identify({}, { scope })).toMatchObject({
      identity: { scopedClaims: { address: { area: null, areaText: 'null' } } },
    });
    const area = { city: 'Hillerød' };
    expect(identify({ area }, { scope })).toMatchObject({
      identity: { scopedClaims: { address: { area, areaText: '{"city":"Hillerød"}' } } },
    });
    expect(identify({})).toMatchObject({ identity: { scopedClaims: {} } });
  });

  test('has the remembered values of the request, which no claim of the provider replaces', () => {
    const remembered = { text: 'Pay' };
    expect(identify({ request: { text: 'forged' } }, { remembered })).toMatchObject({
      identity: { claims: { shown: 'Pay' } },
    });
    expect(identify({ 'request.text': 'forged' }, { remembered })).toMatchObject({
      identity: { claims: { shown: 'Pay' } },
    });
    const without = identify({ request: { text: 'forged' }, 'request.text': 'forged' });
    expect(JSON.stringify(without)).not.toContain('forged');
  });

  test('identifies the person by the first template that has its claims', () => {
    expect(identify({})).toMatchObject({ identity: { personId: CLAIMS['mitid.uuid'] } });
    expect(identify({ 'work.id': 'w1' })).toMatchObject({
      identity: { personId: 'professional:w1' },
    });
  });

  test('takes another value than the expected one of the request for another person', () => {
    const expected = { 'work.company': '12345678' };
    expect(identify({ 'work.company': '12345678' }, { expected })).toMatchObject({
      state: 'identified',
    });
    for (const other of [{ 'work.company': '87654321' }, {}]) {
      expect(identify(other, { expected })).toEqual({
        state: 'ended',
        why: 'other-person',
        hintCode: 'expected',
      });
    }
  });

  test('without levels believes each login of its acr value, and of no other', () => {
    const [acr, amr] = ['urn:grn:authn:xx:some', ['mfa']];
    const ofNone = { ...row, levels: noLevels(acr, amr) };
    const { loa: _, ...withoutLevel } = CLAIMS;
    const believed = outcomeOf(ofNone, withoutLevel, { kept: { ...kept, acr }, now });
    expect(believed).toMatchObject({ identity: { amr } });
    expect(outcomeOf(ofNone, CLAIMS, { kept, now })).toMatchObject({ hintCode: 'level' });
  });
});

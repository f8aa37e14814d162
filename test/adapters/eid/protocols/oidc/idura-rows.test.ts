import { describe, expect, test } from '@jest/globals';

import { dePersonalausweis } from '../../../../../src/adapters/eid/de-personalausweis/row.ts';
import { nlIdin } from '../../../../../src/adapters/eid/nl-idin/row.ts';
import { authorizationParameters } from '../../../../../src/adapters/eid/protocols/oidc/departure.ts';
import { outcomeOf } from '../../../../../src/adapters/eid/protocols/oidc/identity.ts';
import { oidcModule } from '../../../../../src/adapters/eid/protocols/oidc/oidc-module.ts';
import type { OidcRow } from '../../../../../src/adapters/eid/protocols/oidc/oidc-row.ts';
import type { Acr } from '../../../../../src/domain/acr.ts';
import type { JsonObject } from '../../../../../src/domain/json.ts';

const now = new Date('2026-11-22T12:00:00Z');
const GERMAN = 'urn:grn:authn:de:personalausweis';
const DUTCH = 'urn:grn:authn:nl:idin';

function requested(row: OidcRow, scope: readonly string[], directives = {}) {
  const request = {
    acr: row.offer.variants[0]?.acr as Acr,
    scope: ['openid', ...scope],
    language: 'en',
    action: 'login',
    application: 'Some application',
    text: undefined,
    person: undefined,
    directives,
    state: 'our-state',
  } as const;
  const facts = { nonce: 'n', codeChallenge: 'c', callback: 'https://us.example/cb' };
  const { acr_values, login_hint, ...others } = authorizationParameters(row, request, facts);
  return { acr_values, login_hint, scope: others.scope };
}

function released(row: OidcRow, claims: JsonObject, scope: readonly string[]) {
  const acr = row.offer.variants[0]?.acr ?? '';
  const outcome = outcomeOf(row, claims, { kept: { acr, scope: ['openid', ...scope] }, now });
  if (outcome.state !== 'identified') return outcome;
  const { claims: always, scopedClaims, ...identity } = outcome.identity;
  const all = Object.assign({}, always, ...scope.map((name) => scopedClaims[name]));
  return { identity, claims: all };
}

describe('the row of the Personalausweis', () => {
  const CARD = {
    given_name: 'ERIKA',
    family_name: 'MUSTERMANN',
    birthdate: '1964-08-12',
    address: {
      street_address: 'HEIDESTRAẞE 17',
      country: 'D',
      locality: 'KÖLN',
      postal_code: '51147',
      region: '',
    },
    residence_permit_i: 'RESIDENCE PERMIT 1',
    issuing_state: 'D',
    document_type: 'ID',
    nationality: 'D',
    date_of_expiry: '2029-10-31',
    birth_name: 'GABLER',
    place_of_birth: 'BERLIN',
  };
  const ANSWER = {
    sub: '{869d0e76-687e-4bae-97b4-4c55bb0242db}',
    identityscheme: 'deadesso',
    authenticationtype: GERMAN,
    ...CARD,
  };

  test('passes the profile, the device and the transaction on', () => {
    const directives = { flow: 'same-device', txinfo: 'Contract17' };
    expect(requested(dePersonalausweis, ['odis:Profile2'], directives)).toEqual({
      acr_values: GERMAN,
      scope: 'openid odis:Profile2',
      login_hint: 'flow:same-device txinfo:Contract17',
    });
    expect(requested(dePersonalausweis, [], { txinfo: 'a' })).toMatchObject({
      login_hint: 'txinfo:a',
      scope: 'openid',
    });
    expect(requested(dePersonalausweis, []).login_hint).toBeUndefined();
  });

  test('releases the claims of the card with a profile', () => {
    expect(released(dePersonalausweis, ANSWER, ['odis:Profile1'])).toEqual({
      identity: {
        scheme: 'deadesso',
        country: 'DE',
        personId: '{869d0e76-687e-4bae-97b4-4c55bb0242db}',
        nationalId: undefined,
        method: GERMAN,
        amr: ['mfa'],
      },
      claims: CARD,
    });
  });

  test('releases nothing of the card with a pseudonym', () => {
    expect(released(dePersonalausweis, ANSWER, ['odis:Pseudonym'])).toMatchObject({ claims: {} });
  });

  test.each([
    ['another eID', { identityscheme: 'nlidin' }],
    ['another acr value', { authenticationtype: DUTCH }],
  ])('believes nobody who used %s', (_, changes) => {
    expect(released(dePersonalausweis, { ...ANSWER, ...changes }, [])).toMatchObject({
      state: 'ended',
      why: 'unverified',
    });
  });
});

describe('the row of iDIN', () => {
  const VERIFIED = {
    bin: 'FANTASYBANK1234567890',
    transientid: null,
    legallastname: 'Vries',
    initials: 'VJ',
    dateofbirth: '1975-07-25',
    ageCheck: null,
    street: 'Pascalstreet',
  };
  const ANSWER = {
    sub: '{7d704c6d-4d12-45a0-ba8d-135d18f9d518}',
    identityscheme: 'nlidin',
    authenticationtype: DUTCH,
    email: 'info@equensworldline.nl',
    phone_number: '+31203051900',
    gender: 'MALE',
    family_name: 'Vries',
    birthdate: '1975-07-25',
    verified_claims: VERIFIED,
  };
  const claimsWith = (scope: string, changes: JsonObject = {}) =>
    released(nlIdin, { ...ANSWER, ...changes }, [scope]);

  test('releases all of the bank with idin:full-id', () => {
    const { email, phone_number, gender, family_name, birthdate } = ANSWER;
    const duplicates = { surname: family_name, dateofbirth: birthdate };
    const person = { email, phone_number, gender, family_name, birthdate, ...duplicates };
    expect(claimsWith('idin:full-id')).toMatchObject({
      claims: { ...person, verified_claims: VERIFIED },
      identity: { scheme: 'nlidin', country: 'NL', method: DUTCH },
    });
  });

  test.each(['idin:re-id', 'idin:safe-login', 'ssn'])('releases the bin with %s', (scope) => {
    expect(claimsWith(scope)).toMatchObject({ claims: { verified_claims: { bin: VERIFIED.bin } } });
    expect(Object.keys(claimsWith(scope)).sort()).toEqual(['claims', 'identity']);
    expect(JSON.stringify(claimsWith(scope))).not.toContain('Vries');
  });

  test('releases the check of an age with idin:age-verification', () => {
    const verified = { bin: 'B1', ageCheck: { ageOrOlder: 18, ageCheckPassed: true } };
    expect(claimsWith('idin:age-verification', { verified_claims: verified })).toMatchObject({
      claims: { verified_claims: verified },
    });
  });

  test('requests the scope of the request', () => {
    expect(requested(nlIdin, ['idin:re-id'])).toEqual({
      acr_values: DUTCH,
      scope: 'openid idin:re-id',
      login_hint: undefined,
    });
  });
});

describe('the settings of an eID through this broker', () => {
  const module = oidcModule(nlIdin);
  const credentials = { clientId: 'us', clientSecret: 'a-secret' };

  test('need an issuer', () => {
    expect(() => module.settings.validateSync(credentials)).toThrow('issuer is required');
  });

  test('at an address for tests are none of production', () => {
    const issuer = 'https://shop.idura.broker';
    const settings = { ...credentials, issuer, environment: 'production' };
    const fault = 'environment must be that of the issuer';
    expect(() => module.settings.validateSync(settings)).toThrow(fault);
  });

  test("at a tenant's own address are of the environment that they state", () => {
    const settings = { ...credentials, issuer: 'https://login.shop.example', environment: 'test' };
    expect(module.settings.validateSync(settings)).toEqual(settings);
    expect(module.isSimulated(settings)).toBe(true);
  });

  test.each([
    ['https://shop.idura.broker', true],
    ['https://shop.criipto.id', true],
    ['https://login.shop.example', false],
    ['https://idura.broker.shop.example', false],
  ])('with the issuer %s are of a test environment: %s', (issuer, isTest) => {
    expect(module.isSimulated({ ...credentials, issuer })).toBe(isTest);
  });
});

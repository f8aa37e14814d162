import { personsOf } from '@eid-broker/eid-simulators/world/persons';
import { redirectEidContract } from '@eid-broker/testing/contracts/redirect-eid';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { dkMitId } from '../../../../src/adapters/eid/dk-mitid/row.ts';
import { dkMitIdBusiness } from '../../../../src/adapters/eid/dk-mitid-business/row.ts';
import { authorizationParameters } from '../../../../src/adapters/eid/protocols/oidc/departure.ts';
import { outcomeOf } from '../../../../src/adapters/eid/protocols/oidc/identity.ts';
import type { Acr } from '../../../../src/domain/acr.ts';
import type { RedirectRequest } from '../../../../src/ports/eid.ts';
import {
  loginRequest,
  type RowUnderTest,
  startRowUnderTest,
} from '../protocols/oidc/row-under-test.ts';

const ACR = 'urn:grn:authn:dk:mitid:business' as Acr;
const LEVELS = {
  refTextHeader: 'Log on',
  loA: 'SUBSTANTIAL',
  ial: 'SUBSTANTIAL',
  aal: 'SUBSTANTIAL',
};
const ASTRID = '0e1d2c3b-50e3-1d8f-98ac-9b460cfe7fbf';

const start = (country: 'DK' = 'DK') =>
  startRowUnderTest({
    row: dkMitIdBusiness,
    profile: 'mitid-business',
    country,
    levels: { [ACR]: 'substantial' },
    // Only of signatories.
    numberOf: ({ id, nationalNumber }) => (id === 'astrid' ? nationalNumber : undefined),
  });

redirectEidContract('dk-mitid-business', start);

describe('MitID of companies', () => {
  let it: RowUnderTest;
  beforeAll(async () => {
    it = await start();
  });
  afterAll(() => it.close());

  /** A login of this person, by the control of the simulator. */
  async function identify(id: string, changes: Partial<RedirectRequest> = {}) {
    const person = personsOf('DK').find((one) => one.id === id);
    if (person === undefined) throw new Error(`nobody is ${id}`);
    it.simulator.logins.script('mitid-business', { decision: { kind: 'approved', person } });
    const { url, kept } = await it.eid.begin(loginRequest(dkMitIdBusiness, changes), it.callback);
    return it.eid.finish(kept, await it.follow(url));
  }

  const claimsOf = (outcome: Awaited<ReturnType<typeof identify>>) =>
    outcome.state === 'identified' ? outcome.identity.claims : outcome;

  test('identifies a signatory, with the citizen’s CPR number and date of birth', async () => {
    const outcome = await identify('astrid', { scope: ['openid', 'ssn'] });
    expect(outcome).toMatchObject({
      identity: {
        scheme: 'dkmitid',
        personId: `professional:${ASTRID}`,
        nationalId: '2712589100',
        amr: ['mfa'],
        scopedClaims: { ssn: { cprNumberIdentifier: '2712589100' } },
      },
    });
    expect(claimsOf(outcome)).toEqual({
      uuid: ASTRID,
      companySignatory: 'true',
      cvrNumberIdentifier: '12345678',
      '2.5.4.10': 'Testorganisation nr. 12345678',
      name: 'Astrid Prøvesen',
      birthdate: '1958-12-27',
      dateofbirth: '1958-12-27',
      age: expect.stringMatching(/^\d\d$/),
      ...LEVELS,
    });
  });

  test('identifies an employee, whom nothing connects with the citizen', async () => {
    const outcome = await identify('bent', { scope: ['openid', 'ssn'] });
    expect(outcome).toMatchObject({
      identity: { nationalId: undefined, scopedClaims: { ssn: {} } },
    });
    expect(claimsOf(outcome)).toEqual({
      uuid: expect.stringMatching(/^0e1d2c3b-/),
      employee: 'true',
      cvrNumberIdentifier: '12345678',
      '2.5.4.10': 'Testorganisation nr. 12345678',
      productionUnit: '1000000000',
      seNumber: '12345678',
      ridNumberIdentifier: expect.stringMatching(/^80000\d{5}$/),
      name: 'Bent Åge Prøvesen',
      ...LEVELS,
    });
    expect(JSON.stringify(outcome)).not.toMatch(/2101270087|1927-01-21/);
  });

  test('takes a private person only with business_optional', async () => {
    expect(await identify('carla')).toMatchObject({ state: 'ended', why: 'other-person' });
    const claims = claimsOf(await identify('carla', { directives: { business_optional: '' } }));
    expect(claims).toMatchObject({ name: 'Carla Ørsted-Test', loA: 'SUBSTANTIAL' });
    expect(claims).not.toHaveProperty('employee');
    expect(claims).not.toHaveProperty('cvrNumberIdentifier');
  });

  test('takes a login for the company of vatid alone', async () => {
    const outcome = (vatid: string) => identify('astrid', { directives: { vatid } });
    expect(await outcome('DK12345678')).toMatchObject({ state: 'identified' });
    expect(await outcome('DK87654321')).toMatchObject({ state: 'ended', why: 'other-person' });
  });

  test('is never the citizen, not even with the identifier of the citizen', () => {
    const uuid = '7f0a1c52-5d0e-4c1b-9a55-0d2f6a3e9b01';
    const claims = {
      idp: 'mitid',
      loa: 'https://data.gov.dk/concept/core/nsis/Substantial',
      'mitid.uuid': uuid,
    };
    const now = it.clock();
    const citizen = outcomeOf(dkMitId, claims, {
      kept: { acr: 'urn:grn:authn:dk:mitid:substantial', scope: ['openid'] },
      now,
    });
    const personIds = [
      { identity_type: 'professional', 'nemlogin.persistent_professional_id': uuid },
      { identity_type: 'professional' },
      { identity_type: 'private' },
      {},
    ].map((more) => {
      const outcome = outcomeOf(dkMitIdBusiness, { ...claims, ...more } as typeof claims, {
        kept: { acr: ACR, scope: ['openid'] },
        now,
      });
      return outcome.state === 'identified' ? outcome.identity.personId : outcome.why;
    });
    expect(citizen).toMatchObject({ identity: { personId: uuid } });
    expect(personIds).toEqual([
      `professional:${uuid}`,
      `professional:${uuid}`,
      `private:${uuid}`,
      'lost',
    ]);
  });

  test('has sessions of its own', () => {
    expect(dkMitIdBusiness.offer.variants).toMatchObject([{ acr: ACR, satisfiedBy: [] }]);
    const ofCitizens = dkMitId.offer.variants.flatMap(({ satisfiedBy }) => satisfiedBy);
    expect(ofCitizens).not.toContain(ACR);
  });

  test('requests a business identity, or optionally a private one', () => {
    const facts = { nonce: 'n', codeChallenge: 'c', callback: it.callback };
    const parametersOf = (directives: Record<string, string>) => {
      const request = loginRequest(dkMitIdBusiness, { directives, scope: ['openid'] });
      const {
        idp_values,
        idp_params = '',
        scope,
      } = authorizationParameters(dkMitIdBusiness, request, facts);
      return { idp_values, scope, idp_params: JSON.parse(idp_params) as object };
    };
    const mitid = { loa_value: 'substantial', action_text: 'LOG_ON' };
    const uuid = '8e6ab4ea-58b9-4130-a900-4366ba54eed9';
    expect(parametersOf({ business: '', uuid })).toEqual({
      idp_values: 'mitid_erhverv',
      scope: 'openid nemlogin mitid',
      idp_params: { mitid: { ...mitid, uuid_hint: uuid } },
    });
    expect(parametersOf({ business_optional: '' })).toMatchObject({
      idp_params: { mitid_erhverv: { allow_private: true }, mitid },
    });
  });
});

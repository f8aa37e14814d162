import { personsOf, uuidOf } from '@eid-broker/eid-simulators/world/persons';
import { redirectEidContract } from '@eid-broker/testing/contracts/redirect-eid';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { dkMitId } from '../../../../src/adapters/eid/dk-mitid/row.ts';
import type { RedirectRequest } from '../../../../src/ports/eid.ts';
import { loginRequest } from '../protocols/oidc/row-under-test.ts';
import { type MitIdUnderTest, startMitIdUnderTest } from './mitid-under-test.ts';

redirectEidContract('dk-mitid', startMitIdUnderTest);

describe('MitID', () => {
  let it: MitIdUnderTest;
  beforeAll(async () => {
    it = await startMitIdUnderTest();
  });
  afterAll(() => it.close());

  async function identify(changes: Partial<RedirectRequest>, id = 'astrid') {
    const person = personsOf('DK').find((one) => one.id === id);
    if (person === undefined) throw new Error(`nobody is ${id}`);
    it.simulator.logins.script('mitid', { decision: { kind: 'approved', person } });
    const { url, kept } = await it.eid.begin(loginRequest(dkMitId, changes), it.callback);
    const outcome = await it.eid.finish(kept, await it.follow(url));
    return outcome.state === 'identified' ? outcome.identity : outcome;
  }

  test('releases the address of the register by scope, without the CPR number', async () => {
    const identity = await identify({ scope: ['openid', 'address'] });
    expect(identity).toMatchObject({
      nationalId: undefined,
      scopedClaims: {
        address: {
          address: {
            formatted: 'Astrid Prøvesen\nPrøvevej 1,3 tv\n0000 Testby\nTestlund\nDanmark',
            common_name: 'Astrid Prøvesen',
            street_address: 'Prøvevej 1,3 tv',
            postal_code: '0000',
            city: 'Testby',
            locality: 'Testlund',
            region: null,
            country: 'Danmark',
          },
          address_details: {
            road: 'Prøvevej',
            house_number: '001',
            floor: '03',
            apartment_code: '  tv',
          },
          cprNumberStatus: '01',
        },
      },
    });
    expect(JSON.stringify(identity)).not.toContain('2712589100');
  });

  test('releases no address that the register protects', async () => {
    const identity = await identify({ scope: ['openid', 'address'] }, 'dagny');
    expect('scopedClaims' in identity && identity.scopedClaims).toEqual({ address: {} });
  });

  test('sends the text and the heading of a signature, and has no evidence', async () => {
    const visible = Buffer.from('Jeg køber en båd').toString('base64');
    const text = { visible, format: 'plaintext', nonVisible: undefined } as const;
    const identity = await identify({ scope: ['openid', 'evidence'], action: 'sign', text });
    expect(identity).toMatchObject({
      claims: { refTextHeader: 'Sign', refTextBody: 'Jeg køber en båd' },
      scopedClaims: {},
    });
    expect(JSON.stringify(identity)).not.toContain('evidence');
  });

  test('takes the person of uuid alone', async () => {
    const [astrid, bent] = ['astrid', 'bent'].map((id) => uuidOf(id));
    const of = (uuid = '') => ({ directives: { uuid } });
    expect(await identify(of(astrid))).toMatchObject({ personId: astrid });
    expect(await identify(of(astrid?.toUpperCase()))).toMatchObject({ personId: astrid });
    expect(await identify(of(bent))).toEqual({
      state: 'ended',
      why: 'other-person',
      hintCode: 'expected',
    });
  });

  test('sends the heading alone without a text', async () => {
    const identity = await identify({ action: 'login' });
    expect(identity).toMatchObject({ claims: { refTextHeader: 'Log on' } });
    expect(JSON.stringify(identity)).not.toContain('refTextBody');
  });
});

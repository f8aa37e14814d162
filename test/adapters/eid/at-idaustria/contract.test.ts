import { redirectEidContract } from '@eid-broker/testing/contracts/redirect-eid';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { atIdAustria } from '../../../../src/adapters/eid/at-idaustria/row.ts';
import type { Acr } from '../../../../src/domain/acr.ts';
import {
  loginRequest,
  type RowUnderTest,
  startRowUnderTest,
} from '../protocols/oidc/row-under-test.ts';

const ACR = 'urn:grn:authn:at:idaustria' as Acr;
const CLIENT_ID = 'https://login.example/';

const start = () =>
  startRowUnderTest({
    row: atIdAustria,
    profile: 'idaustria',
    country: 'AT',
    levels: {},
    clientId: CLIENT_ID,
    numberOf: () => undefined,
  });

redirectEidContract('at-idaustria', start);

describe('ID Austria', () => {
  let it: RowUnderTest;
  beforeAll(async () => {
    it = await start();
  });
  afterAll(() => it.close());

  test('identifies by the bPK of the sector, which is no national number', async () => {
    const { url, kept } = await it.eid.begin(loginRequest(atIdAustria), it.callback);
    expect(await it.eid.finish(kept, await it.person.approve(url, ACR))).toEqual({
      state: 'identified',
      identity: {
        scheme: 'atidaustria',
        country: 'AT',
        personId: 'WZvuxUfIw+UAT3zOuVPKjSmTt+o=',
        nationalId: undefined,
        method: ACR,
        amr: ['mfa'],
        claims: {
          bpk: 'WZvuxUfIw+UAT3zOuVPKjSmTt+o=',
          name: 'Jakob Testberger',
          given_name: 'Jakob',
          givenname: 'Jakob',
          family_name: 'Testberger',
          surname: 'Testberger',
          birthdate: '1984-02-29',
          dateofbirth: '1984-02-29',
        },
        scopedClaims: {},
      },
    });
  });

  test('sends the URL that is our client id, and asks UserInfo nothing', async () => {
    const { url, kept } = await it.eid.begin(loginRequest(atIdAustria), it.callback);
    expect(new URL(url).searchParams.get('client_id')).toBe(CLIENT_ID);
    const before = it.requests().length;
    await it.eid.finish(kept, await it.person.approve(url, ACR));
    const later = it.requests().slice(before);
    expect(later).toContain('POST /auth/idp/profile/oidc/token');
    expect(later.filter((request) => /userinfo/.test(request))).toEqual([]);
  });
});

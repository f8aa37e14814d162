import { redirectEidContract } from '@eid-broker/testing/contracts/redirect-eid';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { noBankId } from '../../../../src/adapters/eid/no-bankid/row.ts';
import { authorizationParameters } from '../../../../src/adapters/eid/protocols/oidc/departure.ts';
import { catalogue } from '../../../../src/adapters/eid/registry.ts';
import type { Acr } from '../../../../src/domain/acr.ts';
import type { RedirectRequest } from '../../../../src/ports/eid.ts';
import {
  loginRequest,
  type RowUnderTest,
  startRowUnderTest,
} from '../protocols/oidc/row-under-test.ts';

const [BIS, BID] = ['urn:bankid:bis;LOA=3', 'urn:bankid:bid;LOA=4'];
const ANY = 'urn:grn:authn:no:bankid' as Acr;
const HIGH = 'urn:grn:authn:no:bankid:high' as Acr;
const SUBSTANTIAL = 'urn:grn:authn:no:bankid:substantial' as Acr;
const NUMBER = '15889010069';

const start = () =>
  startRowUnderTest({
    row: noBankId,
    profile: 'no-bankid',
    country: 'NO',
    levels: { [ANY]: BID, [HIGH]: BID, [SUBSTANTIAL]: BIS },
  });

redirectEidContract('no-bankid', start);

describe('Norwegian BankID', () => {
  let it: RowUnderTest;
  beforeAll(async () => {
    it = await start();
  });
  afterAll(() => it.close());

  async function identify(changes: Partial<RedirectRequest>) {
    const request = loginRequest(noBankId, changes);
    const { url, kept } = await it.eid.begin(request, it.callback);
    return it.eid.finish(kept, await it.person.approve(url, request.acr));
  }

  test('releases the claims of the person, the certificate and the granted scopes', async () => {
    const address = {
      street_address: 'Prøveveien 1',
      postal_code: '0001',
      locality: 'OSLO',
      formatted: 'Prøveveien 1\n0001 OSLO',
    };
    expect(await identify({ acr: HIGH })).toEqual({
      state: 'identified',
      identity: {
        scheme: 'nobankid-oidc',
        country: 'NO',
        personId: '9578-6000-4-45292',
        nationalId: NUMBER,
        method: 'urn:oasis:names:tc:SAML:2.0:ac:classes:SoftwarePKI',
        amr: ['mfa'],
        claims: {
          uniqueuserid: '9578-6000-4-45292',
          certissuer: 'CN=SIMULATOR Bank CA,O=SIMULATOR AS,C=NO;OriginatorId=0',
          certsubject: 'CN=Prøvedal\\, Eline,O=SIMULATOR AS,C=NO,SERIALNUMBER=9578-6000-4-45292',
          name: 'Eline Prøvedal',
          given_name: 'Eline',
          givenname: 'Eline',
          family_name: 'Prøvedal',
          surname: 'Prøvedal',
          birthdate: '1990-08-15',
          dateofbirth: '1990-08-15',
        },
        scopedClaims: {
          address: { address, streetaddress: JSON.stringify(address) },
          email: { email: 'eline@example.com', emailaddress: 'eline@example.com' },
          phone: { phone_number: '00045292', mobilephone: '00045292' },
          ssn: { socialno: NUMBER },
        },
      },
    });
  });

  test('has no subject of a certificate with biometrics', async () => {
    const outcome = await identify({ acr: SUBSTANTIAL });
    const { claims = {} } = outcome.state === 'identified' ? outcome.identity : {};
    expect(Object.keys(claims)).toContain('certissuer');
    expect(Object.keys(claims)).not.toContain('certsubject');
  });

  test('is the same person at both levels', async () => {
    const [high, substantial] = [
      await identify({ acr: ANY }),
      await identify({ acr: SUBSTANTIAL }),
    ];
    const personId = '9578-6000-4-45292';
    expect([high, substantial]).toMatchObject([
      { identity: { personId } },
      { identity: { personId } },
    ]);
  });

  test('has two names for high, and substantial never answers either', () => {
    expect(
      Object.fromEntries(noBankId.offer.variants.map(({ acr, satisfiedBy }) => [acr, satisfiedBy])),
    ).toEqual({ [ANY]: [HIGH], [HIGH]: [ANY], [SUBSTANTIAL]: [ANY, HIGH] });
  });

  test.each(['mobile', 'central'])('has ended as no:bankid:%s', (name) => {
    const acr = `${ANY}:${name}` as Acr;
    expect([catalogue.offerOf(acr), catalogue.replacementOf(acr)]).toEqual([undefined, HIGH]);
  });

  test('signs no text', () => {
    expect(noBankId.offer.texts.signature).toBeUndefined();
  });

  test.each<[string, Partial<RedirectRequest>, string | undefined]>([
    ['nobody', {}, undefined],
    ['a named person', { person: NUMBER }, `:${NUMBER}`],
    ['a preselected method', { directives: { BID: '' } }, 'BID'],
    ['a preselected method and person', { directives: { BIS: NUMBER } }, `BIS:${NUMBER}`],
    ['BankID on a SIM card', { directives: { BIM: '90000000:150890' } }, undefined],
  ])('has a login_hint for %s', async (_, changes, hint) => {
    const request = loginRequest(noBankId, changes);
    const facts = { nonce: 'n', codeChallenge: 'c', callback: it.callback };
    expect(authorizationParameters(noBankId, request, facts).login_hint).toBe(hint);
    expect(await identify(changes)).toMatchObject({ state: 'identified' });
  });

  test('keeps a preselected person out of the URL', async () => {
    const request = loginRequest(noBankId, { directives: { BID: NUMBER } });
    const { url } = await it.eid.begin(request, it.callback);
    expect(url).not.toContain(NUMBER);
  });
});

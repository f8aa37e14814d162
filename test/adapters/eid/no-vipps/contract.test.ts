import { redirectEidContract } from '@eid-broker/testing/contracts/redirect-eid';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { noVipps } from '../../../../src/adapters/eid/no-vipps/row.ts';
import { outcomeOf } from '../../../../src/adapters/eid/protocols/oidc/identity.ts';
import type { Acr } from '../../../../src/domain/acr.ts';
import { validateDirectives } from '../../../../src/domain/login-hint.ts';
import {
  loginRequest,
  type RowUnderTest,
  startRowUnderTest,
} from '../protocols/oidc/row-under-test.ts';

const ACR = 'urn:grn:authn:no:vipps' as Acr;
const IN_THE_APP = 'urn:vipps:acr:app_auth';

const start = () =>
  startRowUnderTest({
    row: noVipps,
    profile: 'vipps',
    country: 'NO',
    levels: { [ACR]: IN_THE_APP },
  });

redirectEidContract('no-vipps', start);

describe('Vipps', () => {
  let it: RowUnderTest;
  beforeAll(async () => {
    it = await start();
  });
  afterAll(() => it.close());

  const begin = (eid = it.eid) => eid.begin(loginRequest(noVipps), it.callback);

  test('releases the claims of the granted scopes, under both of their names', async () => {
    const { url, kept } = await begin();
    const outcome = await it.eid.finish(kept, await it.person.approve(url, ACR));
    const address = {
      street_address: 'Prøveveien 1',
      postal_code: '0001',
      region: 'OSLO',
      country: 'NO',
      formatted: 'Prøveveien 1\n0001\nOSLO\nNO',
    };
    expect(outcome).toMatchObject({
      identity: {
        scheme: 'novippslogin',
        country: 'NO',
        method: ACR,
        amr: ['user'],
        nationalId: '15889010069',
        claims: {
          name: 'Eline Prøvedal',
          given_name: 'Eline',
          givenname: 'Eline',
          family_name: 'Prøvedal',
          surname: 'Prøvedal',
        },
        scopedClaims: {
          address: { address, streetaddress: JSON.stringify(address) },
          birthdate: { birthdate: '1990-08-15', dateofbirth: '1990-08-15' },
          email: { email: 'eline@example.com', emailaddress: 'eline@example.com' },
          phone: { phone_number: '4700045292', mobilephone: '4700045292' },
          ssn: { socialno: '15889010069' },
        },
      },
    });
  });

  test('requests the approval in the app, in Norway', async () => {
    const { searchParams } = new URL((await begin()).url);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      acr_values: IN_THE_APP,
      market: 'NO',
      scope: 'openid name address email phoneNumber birthDate nin',
      code_challenge_method: 'S256',
    });
  });

  test('returns to the app of a request that names one, and asks for nothing otherwise', async () => {
    const link = 'https://shop.example/app?from=vipps';
    const request = loginRequest(noVipps, { directives: { 'appswitch:resumeUrl': link } });
    const { url, kept } = await it.eid.begin(request, it.callback);
    const { searchParams } = new URL(url);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      requested_flow: 'app_to_app',
      app_callback_uri: link,
      redirect_uri: it.callback,
    });
    const answer = await it.person.approve(url, ACR);
    expect(await it.eid.finish(kept, answer)).toMatchObject({ state: 'identified' });
    const names = [...new URL((await begin()).url).searchParams.keys()];
    expect(names).not.toContain('requested_flow');
    expect(names).not.toContain('app_callback_uri');
  });

  test.each(['http://shop.example/app', 'shop://app', 'disable', 'https://a b', 'https://a/#b'])(
    'takes no app by %s',
    (value) => {
      const directive = [{ name: 'appswitch:resumeUrl', value }];
      expect(() => validateDirectives(directive, noVipps.offer.directives)).toThrow(
        expect.objectContaining({ code: 'hint-malformed' }),
      );
    },
  );

  test.each([['a remembered browser'], [undefined]])('believes nobody with acr %s', (acr) => {
    const claims = { sub: 'somebody', name: 'Some Body', ...(acr && { acr }) };
    const kept = { acr: ACR, scope: ['openid'] };
    expect(outcomeOf(noVipps, claims, { kept, now: it.clock() })).toEqual({
      state: 'ended',
      why: 'unverified',
      hintCode: 'level',
    });
  });

  test('sends the serial number of the sales unit with each call, when it is set', async () => {
    const headersOf = async (settings: object) => {
      const before = it.headers().length;
      const eid = it.open(settings);
      const { url, kept } = await begin(eid);
      const answer = await it.person.approve(url, ACR);
      expect(await eid.finish(kept, answer)).toMatchObject({ state: 'identified' });
      await eid.close();
      const ours = it
        .headers()
        .slice(before)
        .filter((each) => each['user-agent']?.match(/openid/));
      return ours.map((each) => each['merchant-serial-number']);
    };
    expect(await headersOf({ merchantSerialNumber: '123456' })).toEqual(Array(4).fill('123456'));
    expect(await headersOf({})).toEqual(Array(4).fill(undefined));
  });

  test('ends as unable with an old app', async () => {
    const { url, kept } = await begin();
    const answer = await it.person.abort(url);
    const parameters = { ...answer.parameters, error: 'outdated_app_version' };
    expect(await it.eid.finish(kept, { ...answer, parameters })).toMatchObject({
      state: 'ended',
      why: 'app-unable',
    });
  });
});

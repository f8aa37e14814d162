import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { decodeProtectedHeader } from 'jose';

import type { Acr } from '../../../../src/domain/acr.ts';
import type { RedirectRequest } from '../../../../src/ports/eid.ts';
import type { KeyedRowUnderTest } from '../protocols/oidc/row-under-test.ts';
import { startItsmeUnderTest } from './itsme-under-test.ts';

let it: KeyedRowUnderTest;
beforeAll(async () => {
  it = await startItsmeUnderTest();
});
afterAll(() => it.close());

const TEXT = {
  visible: Buffer.from('Pay 20 €').toString('base64'),
  format: 'plaintext',
  nonVisible: undefined,
} as const;

function requestOf(changes: Partial<RedirectRequest> = {}): RedirectRequest {
  return {
    acr: 'urn:grn:authn:be:itsme:advanced' as Acr,
    scope: ['openid', 'ssn', 'email', 'phone', 'address'],
    language: 'en',
    action: 'confirm',
    application: 'Some application',
    text: TEXT,
    person: undefined,
    directives: {},
    state: 'the-state-of-our-attempt',
    ...changes,
  };
}

describe('a login without a text', () => {
  test('is a plain request to the service for logins', async () => {
    const { url } = await it.eid.begin(requestOf({ text: undefined }), it.callback);
    const { searchParams } = new URL(url);
    expect(searchParams.get('scope')?.split(' ').slice(0, 3)).toEqual([
      'openid',
      'service:TEST_LOGIN',
      'profile',
    ]);
    expect(searchParams.has('request')).toBe(false);
  });

  test('releases the claims of the granted scopes, as texts', async () => {
    const { url, kept } = await it.eid.begin(requestOf({ text: undefined }), it.callback);
    const answer = await it.person.approve(url, 'urn:grn:authn:be:itsme:advanced' as Acr);
    expect(await it.eid.finish(kept, answer)).toMatchObject({
      state: 'identified',
      identity: {
        scheme: 'itsme',
        country: 'BE',
        nationalId: '90110299836',
        amr: ['mfa', 'pin'],
        claims: {
          name: 'Lotte Voorbeeld',
          gender: 'female',
          birthdate: '1990-11-02',
          placeofbirth: { city: 'Gent', country: 'BE', formatted: 'Gent BE' },
          deviceinfo: { os: 'ANDROID' },
        },
        scopedClaims: {
          ssn: { nationalnumber: '90110299836' },
          email: { email: 'lotte@example.be', email_verified: 'false' },
          phone: { phone_number: '+32 460000000', phone_number_verified: 'true' },
          address: { address: { locality: 'Brussel' } },
        },
      },
    });
  });
});

describe('a login with a text', () => {
  test('is a confirmation, encrypted so that no browser reads the text', async () => {
    const { url, kept } = await it.eid.begin(requestOf(), it.callback);
    const { searchParams } = new URL(url);
    expect([...searchParams.keys()].sort()).toEqual(['client_id', 'request']);
    expect(decodeProtectedHeader(searchParams.get('request') ?? '')).toEqual({
      alg: 'RSA-OAEP-256',
      enc: 'A128CBC-HS256',
      cty: 'JWT',
      kid: 'simulated-encryption',
    });
    const answer = await it.person.approve(url, 'urn:grn:authn:be:itsme:advanced' as Acr);
    expect(it.simulator.logins.pending()).toEqual([]);
    expect(await it.eid.finish(kept, answer)).toMatchObject({ state: 'identified' });
  });

  test('is misconfigured without a service for confirmations', async () => {
    const eid = it.open({ confirmationService: undefined });
    await expect(eid.begin(requestOf(), it.callback)).rejects.toMatchObject({
      name: 'Failure',
      code: 'eid-misconfigured',
    });
    expect(await eid.begin(requestOf({ text: undefined }), it.callback)).toMatchObject({
      url: expect.stringContaining('TEST_LOGIN'),
    });
    await eid.close();
  });

  test('that itsme cannot show ends, and is no abort', async () => {
    const visible = Buffer.from('Плати').toString('base64');
    const { url, kept } = await it.eid.begin(
      requestOf({ text: { ...TEXT, visible } }),
      it.callback,
    );
    const response = await fetch(url, { redirect: 'manual' });
    const location = response.headers.get('location') ?? '';
    const parameters = Object.fromEntries(new URL(location).searchParams);
    expect(await it.eid.finish(kept, { url: location, parameters })).toEqual({
      state: 'ended',
      why: 'failed',
      hintCode: 'invalid_request',
      finding: {
        reason: 'eid-returned-error',
        facts: { answer: 'invalid_request', said: parameters.error_description },
      },
    });
  });
});

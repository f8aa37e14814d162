import { generateKeyPairSync } from 'node:crypto';

import { newBrowser } from '@eid-broker/testing/browser';
import { redirectEidContract } from '@eid-broker/testing/contracts/redirect-eid';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type JWK, jwtVerify } from 'jose';
import { dkMitId } from '../../../../src/adapters/eid/dk-mitid/row.ts';
import { rowAt, settingsAtBrokers } from '../../../../src/adapters/eid/protocols/oidc/brokers.ts';
import { oidcModule } from '../../../../src/adapters/eid/protocols/oidc/oidc-module.ts';
import type { Acr } from '../../../../src/domain/acr.ts';
import {
  loginRequest,
  publicOf,
  type RowUnderTest,
  startRowUnderTest,
} from '../protocols/oidc/row-under-test.ts';
import { startMitIdUnderTest } from './mitid-under-test.ts';

const HIGH = 'urn:grn:authn:dk:mitid:high' as Acr;
const SANDBOX = 'https://us.sandbox.signicat.com/auth/open';
const PRODUCTION = 'https://login.example/auth/open';
const level = (word: string) => [`urn:grn:authn:dk:mitid:${word}`, word] as const;

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const key: JWK = { ...privateKey.export({ format: 'jwk' }), kty: 'RSA', kid: 'one', alg: 'RS256' };
const start = () =>
  startRowUnderTest({
    row: dkMitId,
    profile: 'mitid-signicat',
    country: 'DK',
    levels: Object.fromEntries(['low', 'substantial', 'high'].map(level)),
    settings: { broker: 'signicat' },
    key,
  });

redirectEidContract('dk-mitid through Signicat', start);

describe('MitID through Signicat', () => {
  let it: RowUnderTest;
  beforeAll(async () => {
    it = await start();
  });
  afterAll(() => it.close());

  async function identify(eid: RowUnderTest, changes: object = {}) {
    const { url, kept } = await eid.eid.begin(
      loginRequest(dkMitId, { acr: HIGH, ...changes }),
      eid.callback,
    );
    const outcome = await eid.eid.finish(kept, await eid.person.approve(url, HIGH));
    if (outcome.state !== 'identified') throw new Error(`${outcome.why} ${outcome.hintCode}`);
    return outcome.identity;
  }

  test('takes the person of uuid alone, whom its request cannot name', async () => {
    const { personId } = await identify(it);
    expect(await identify(it, { directives: { uuid: personId } })).toMatchObject({ personId });
    const other = {
      directives: { uuid: personId.replace(/^./, (digit) => (digit === '0' ? '1' : '0')) },
    };
    await expect(identify(it, other)).rejects.toThrow('other-person expected');
  });

  test('is the same person, with the same claims, as through Signaturgruppen', async () => {
    const other = await startMitIdUnderTest();
    const [here, there] = [await identify(it), await identify(other)];
    await other.close();
    expect(here.personId).toBe(there.personId);
    const { age: _, refTextHeader: __, ...shared } = there.claims;
    expect(here.claims).toEqual({ ...shared, fal: 'HIGH' });
    expect(here.scopedClaims).toEqual({ ssn: there.scopedClaims.ssn, address: {} });
  });

  test('sends a text in a request that our key signed', async () => {
    const visible = Buffer.from('Betal 100 kr').toString('base64');
    const text = { visible, format: 'plaintext', nonVisible: undefined } as const;
    const request = loginRequest(dkMitId, { acr: HIGH, text });
    const { url } = await it.eid.begin(request, it.callback);
    const { searchParams } = new URL(url);
    const { payload } = await jwtVerify(searchParams.get('request') ?? '', publicOf(key));
    expect(payload).toMatchObject({
      acr_values: `idp:mitid loa:high mitid_reference_text:${visible}`,
      prompt: 'login',
      state: request.state,
    });
    expect([...searchParams.keys()].sort()).toEqual(['client_id', 'request']);
  });

  test('shows a text in the app, and releases it', async () => {
    const visible = Buffer.from('Betal 100 kr').toString('base64');
    const text = { visible, format: 'plaintext', nonVisible: undefined } as const;
    const request = loginRequest(dkMitId, { acr: HIGH, text });
    const { url, kept } = await it.eid.begin(request, it.callback);
    const { text: page } = await newBrowser().follow(url);
    expect(page).toContain('Betal 100 kr');
    const answer = await it.person.approve(url, HIGH);
    expect(await it.eid.finish(kept, answer)).toMatchObject({
      identity: { claims: { refTextBody: 'Betal 100 kr', loA: 'HIGH' } },
    });
  });

  test('has claims of the row alone', () => {
    const named = ({ claims }: typeof dkMitId.offer) =>
      claims.map(({ name, scope, schema }) => ({ name, scope, type: schema.type ?? 'string' }));
    const ours = named(dkMitId.offer);
    for (const claim of named(rowAt(dkMitId, { broker: 'signicat' }).offer)) {
      expect(ours).toContainEqual(claim);
    }
  });

  test.each<[string, object, string | undefined]>([
    ['Signaturgruppen by default', { clientSecret: 's' }, undefined],
    ['Signaturgruppen by name', { clientSecret: 's', broker: 'signaturgruppen' }, undefined],
    [
      'another broker',
      { clientSecret: 's', broker: 'nets' },
      'broker must be signaturgruppen or signicat',
    ],
    [
      'Signicat without an issuer',
      { clientSecret: 's', broker: 'signicat' },
      'issuer is required with this broker',
    ],
    [
      'Signicat without a key',
      {
        clientSecret: 's',
        broker: 'signicat',
        issuer: SANDBOX,
      },
      'privateKey is required',
    ],
    ['a test environment', { ...atSignicat(SANDBOX), environment: 'test' }, undefined],
    [
      'production',
      { ...atSignicat('https://us.signicat.com/auth/open'), environment: 'production' },
      undefined,
    ],
    [
      'production with an issuer of the test environment',
      { ...atSignicat(SANDBOX), environment: 'production' },
      'environment must be that of the issuer',
    ],
    [
      "the test environment at a tenant's own address",
      { ...atSignicat(PRODUCTION), environment: 'test' },
      undefined,
    ],
  ])('has settings: %s', (_, settings, fault) => {
    const validate = () =>
      settingsAtBrokers(dkMitId).validateSync(
        { clientId: 'c', ...settings },
        { abortEarly: false },
      );
    if (fault === undefined) expect(validate).not.toThrow();
    else expect(validate).toThrow(expect.objectContaining({ errors: [fault] }));
  });

  test.each([
    [SANDBOX, true],
    ['https://us.sandbox.signicat.com', true],
    ['https://us.signicat.com/auth/open', false],
    [PRODUCTION, false],
    ['https://us.sandbox.signicat.com.example/auth/open', false],
    ['https://login.example/.sandbox.signicat.com/', false],
  ])('with the issuer %s identifies people that do not exist: %s', (issuer, isTest) => {
    const settings = { clientId: 'c', ...atSignicat(issuer) };
    expect(oidcModule(dkMitId).isSimulated(settings)).toBe(isTest);
  });
});

function atSignicat(issuer: string) {
  return { broker: 'signicat', issuer, privateKey: JSON.stringify(key) };
}

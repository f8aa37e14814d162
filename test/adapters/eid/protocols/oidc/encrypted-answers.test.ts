import { itsme as itsmeProfile } from '@eid-broker/eid-simulators/oidc/profiles/itsme';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { beItsme } from '../../../../../src/adapters/eid/be-itsme/row.ts';
import { fiFtn } from '../../../../../src/adapters/eid/fi-ftn/row.ts';
import type { OidcRow } from '../../../../../src/adapters/eid/protocols/oidc/oidc-row.ts';
import type { RedirectEid, RedirectRequest } from '../../../../../src/ports/eid.ts';
import { startItsmeUnderTest } from '../../be-itsme/itsme-under-test.ts';
import { startFtnUnderTest } from '../../fi-ftn/ftn-under-test.ts';
import { otherClientKeys } from './client-keys.ts';
import { type KeyedRowUnderTest, loginRequest } from './row-under-test.ts';

let itsme: KeyedRowUnderTest;
let ftn: KeyedRowUnderTest;
beforeAll(async () => {
  [itsme, ftn] = await Promise.all([startItsmeUnderTest(), startFtnUnderTest()]);
});
afterAll(() => Promise.all([itsme.close(), ftn.close()]));
beforeEach(() => {
  itsme.simulator.faults.clear();
  ftn.simulator.faults.clear();
});

const requestOf = ({ offer }: KeyedRowUnderTest, changes: Partial<RedirectRequest> = {}) =>
  loginRequest({ offer }, { scope: ['openid', 'ssn'], ...changes });

/** The outcome of one visit. `before` runs between the approval and the exchange. */
async function outcomeAt(it: KeyedRowUnderTest, eid: RedirectEid = it.eid, before = () => {}) {
  const request = requestOf(it);
  const { url, kept } = await eid.begin(request, it.callback);
  const answer = await it.person.approve(url, request.acr);
  before();
  return eid.finish(kept, answer);
}

const unverified = { state: 'ended', why: 'unverified' };

describe('an encrypted answer', () => {
  test.each([
    ['token', 'foreign-encryption-key', 'OAUTH_DECRYPTION_FAILED'],
    ['token', 'wrong-encryption-algorithm', 'OAUTH_DECRYPTION_FAILED'],
    ['token', 'compressed', 'zip'],
    ['token', 'not-encrypted', 'form'],
    ['userinfo', 'foreign-encryption-key', 'OAUTH_DECRYPTION_FAILED'],
    ['userinfo', 'wrong-encryption-algorithm', 'OAUTH_DECRYPTION_FAILED'],
    ['userinfo', 'compressed', 'zip'],
    ['userinfo', 'not-encrypted', 'form'],
  ] as const)('of the %s endpoint is refused: %s', async (endpoint, kind, hintCode) => {
    const outcome = await outcomeAt(itsme, itsme.eid, () => itsme.spoil(endpoint, { kind }));
    expect(outcome).toMatchObject({ ...unverified, hintCode });
  });

  test.each([
    'wrong-nonce',
    'wrong-issuer',
    'wrong-audience',
    'expired',
    'other-subject',
    'lower-level',
    'foreign-key',
    'unknown-key',
    'wrong-access-token',
  ] as const)('with a false statement inside is not believed: %s', async (kind) => {
    const outcome = await outcomeAt(itsme, itsme.eid, () => itsme.spoil('token', { kind }));
    expect(outcome).toMatchObject(unverified);
  });

  test.each(['other-subject', 'foreign-key', 'wrong-issuer', 'wrong-audience'] as const)(
    'of UserInfo with a false statement inside is not believed: %s',
    async (kind) => {
      const outcome = await outcomeAt(itsme, itsme.eid, () => itsme.spoil('userinfo', { kind }));
      expect(outcome).toMatchObject(unverified);
    },
  );

  test('is decrypted by any of our keys, while one is replaced', async () => {
    const [old] = JSON.parse(itsme.keys.decryptionKeys).keys;
    const [fresh] = JSON.parse(otherClientKeys().decryptionKeys).keys;
    const decryptionKeys = JSON.stringify({ keys: [{ ...fresh, kid: 'the-next-one' }, old] });
    const eid = itsme.open({ decryptionKeys });
    expect(await outcomeAt(itsme, eid)).toMatchObject({ state: 'identified' });
    await eid.close();
  });

  test('is refused without the key of its kid', async () => {
    const eid = itsme.open({ decryptionKeys: otherClientKeys().decryptionKeys });
    expect(await outcomeAt(itsme, eid)).toMatchObject(unverified);
    await eid.close();
  });

  test('is refused by a key for another algorithm', async () => {
    const [key] = JSON.parse(itsme.keys.decryptionKeys).keys;
    const decryptionKeys = JSON.stringify({ keys: [{ ...key, alg: 'RSA-OAEP' }] });
    const eid = itsme.open({ decryptionKeys });
    expect(await outcomeAt(itsme, eid)).toMatchObject(unverified);
    await eid.close();
  });
});

describe.each(['RSA-OAEP', 'RSA-OAEP-256'] as const)('an answer by %s', (alg) => {
  test.each(['A128CBC-HS256', 'A128GCM', 'A256GCM'] as const)('is read with %s', async (enc) => {
    const answers = { alg, enc, userinfo: 'encrypted' } as const;
    const it = await startItsmeUnderTest(beItsme, { ...itsmeProfile, answers });
    expect(await outcomeAt(it)).toMatchObject({ state: 'identified' });
    await it.close();
  });
});

test.each(['A192GCM', 'A256CBC-HS512'])('an answer with %s is refused', async (other) => {
  const answers = { alg: 'RSA-OAEP-256', enc: other as 'A128GCM', userinfo: 'json' } as const;
  const it = await startItsmeUnderTest(beItsme, { ...itsmeProfile, answers });
  const hintCode = 'OAUTH_DECRYPTION_FAILED';
  expect(await outcomeAt(it)).toMatchObject({ ...unverified, hintCode });
  await it.close();
});

test('UserInfo may be signed alone, where the row says so', async () => {
  const answers = { alg: 'RSA-OAEP-256', enc: 'A128GCM', userinfo: 'signed' } as const;
  const row = { ...beItsme, userinfo: 'signed' } satisfies OidcRow;
  const it = await startItsmeUnderTest(row, { ...itsmeProfile, answers });
  expect(await outcomeAt(it)).toMatchObject({ state: 'identified' });
  for (const kind of ['foreign-key', 'wrong-audience', 'other-subject'] as const) {
    const outcome = await outcomeAt(it, it.eid, () => it.spoil('userinfo', { kind }));
    expect(outcome).toMatchObject(unverified);
  }
  await it.close();
});

describe('the form of UserInfo', () => {
  test('is that of the row, and no other', async () => {
    const row = { ...fiFtn, userinfo: 'json' } satisfies OidcRow;
    const json = ftn.open({}, row);
    expect(await outcomeAt(ftn, json)).toMatchObject({ state: 'identified' });
    for (const userinfo of ['signed', 'encrypted'] as const) {
      const eid = ftn.open({}, { ...fiFtn, userinfo });
      expect(await outcomeAt(ftn, eid)).toMatchObject({ ...unverified, hintCode: 'form' });
      await eid.close();
    }
    await json.close();
  });

  test('is not JSON where a JWT is expected, even with another content type', async () => {
    const outcome = await outcomeAt(itsme, itsme.eid, () =>
      itsme.spoil('userinfo', { kind: 'garbage' }),
    );
    expect(outcome).toMatchObject({ state: 'ended' });
  });
});

describe('the age of an authentication', () => {
  test('is requested, and required of the answer', async () => {
    const eid = itsme.open({}, { ...beItsme, maxAge: 60 });
    const { url } = await eid.begin(requestOf(itsme), itsme.callback);
    expect(new URL(url).searchParams.get('max_age')).toBe('60');
    expect(await outcomeAt(itsme, eid)).toMatchObject({ state: 'identified' });
    const old = () => itsme.spoil('token', { kind: 'old-authentication' });
    expect(await outcomeAt(itsme, eid, old)).toMatchObject(unverified);
    expect(await outcomeAt(itsme, itsme.eid, old)).toMatchObject({ state: 'identified' });
    await eid.close();
  });
});

describe('the provider’s test environment', () => {
  test('has a level of its own, which no other environment believes', async () => {
    const levels = { ...fiFtn.levels, ofTest: { 'http://ftn.ficora.fi/2017/loa2': 'x' } };
    const eid = ftn.open({}, { ...fiFtn, levels });
    expect(await outcomeAt(ftn, eid)).toMatchObject({ ...unverified, hintCode: 'level' });
    await eid.close();
    const production = ftn.open({ environment: 'production' }, { ...fiFtn, levels });
    expect(await outcomeAt(ftn, production)).toMatchObject({ state: 'identified' });
    await production.close();
  });
});

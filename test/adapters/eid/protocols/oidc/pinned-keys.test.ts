import { generateKeyPairSync } from 'node:crypto';

import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { decodeJwt, decodeProtectedHeader, importJWK, SignJWT } from 'jose';

import { fiFtn } from '../../../../../src/adapters/eid/fi-ftn/row.ts';
import type { Acr } from '../../../../../src/domain/acr.ts';
import type { RedirectEid } from '../../../../../src/ports/eid.ts';
import { startFtnUnderTest } from '../../fi-ftn/ftn-under-test.ts';
import { statementOf } from './client-keys.ts';
import { type KeyedRowUnderTest, loginRequest } from './row-under-test.ts';

let it: KeyedRowUnderTest;
let statement: string;
beforeAll(async () => {
  it = await startFtnUnderTest();
  statement = await statementOf(it.issuer);
});
afterAll(() => it.close());
beforeEach(() => it.simulator.faults.clear());

const REQUEST = loginRequest(fiFtn, {
  acr: 'urn:grn:authn:fi:all' as Acr,
  scope: ['openid'],
  language: 'fi',
});

const departure = (eid: RedirectEid) => eid.begin(REQUEST, it.callback);
async function outcomeAt(eid: RedirectEid) {
  const { url, kept } = await departure(eid);
  return eid.finish(kept, await it.person.approve(url, REQUEST.acr));
}
const misconfigured = { name: 'Failure', code: 'eid-misconfigured' };

/** A statement of an issuer by a key of its own, signed by it or by another one. */
async function statementBy(claims: object, signer: 'itself' | 'another' = 'itself', typ?: string) {
  const [own, other] = [keyPair(), keyPair()];
  const alg = 'RS256';
  const payload = {
    ...decodeJwt(statement),
    jwks: { keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: '1' }] },
    ...claims,
  };
  const key = (signer === 'itself' ? own : other).privateKey.export({ format: 'jwk' });
  return new SignJWT(payload)
    .setProtectedHeader({ alg, kid: '1', typ: typ ?? 'entity-statement+jwt' })
    .sign(await importJWK({ ...key, kty: 'RSA' }, alg));
}

const keyPair = () => generateKeyPairSync('rsa', { modulusLength: 2048 });

describe('the entity statement in the settings', () => {
  test('names the endpoints: there is no discovery, and no call of its address', async () => {
    const before = it.requests().length;
    const eid = it.open();
    expect(await outcomeAt(eid)).toMatchObject({ state: 'identified' });
    const ours = it.requests().slice(before);
    expect(ours.filter((one) => one.includes('.well-known'))).toEqual([]);
    expect(ours.filter((one) => one.endsWith('/jwks/broker-signed'))).toHaveLength(1);
    await eid.close();
  });

  test.each<[string, object, 'itself' | 'another', string | undefined]>([
    ['has expired', { exp: 1_700_000_000 }, 'itself', undefined],
    ['has another issuer', { iss: 'https://another.example' }, 'itself', undefined],
    ['is about another provider', { sub: 'https://another.example' }, 'itself', undefined],
    ['is another kind of JWT', {}, 'itself', 'JWT'],
    ['has a signature by another key', {}, 'another', undefined],
    ['has no keys', { jwks: { keys: [] } }, 'itself', undefined],
    ['has no provider', { metadata: {} }, 'itself', undefined],
  ])('is refused when it %s, before anybody leaves', async (_, claims, signer, typ) => {
    const eid = it.open({ entityStatement: await statementBy(claims, signer, typ) });
    await expect(departure(eid)).rejects.toMatchObject(misconfigured);
    await eid.close();
  });
});

test('keys without TLS are not fetched, although the statement of a provider with TLS names them', async () => {
  const issuer = 'https://broker.example';
  const { metadata } = decodeJwt(statement);
  const claims = { iss: issuer, sub: issuer, metadata };
  const eid = it.open({ issuer, entityStatement: await statementBy(claims) });
  const before = it.requests().length;
  await expect(departure(eid)).rejects.toMatchObject({
    ...misconfigured,
    cause: { cause: { step: 'plain_address' } },
  });
  expect(it.requests().slice(before)).toEqual([]);
  await eid.close();
});

test('a provider without TLS is not called, unless it is on the own machine', async () => {
  const statementOfIssuer = async (issuer: string) =>
    statementBy({ iss: issuer, sub: issuer, metadata: decodeJwt(statement).metadata });
  const local = it.issuer.replace('127.0.0.1', 'ftn.localhost');
  const remote = 'http://broker.example';
  expect(() => it.open({ issuer: remote, entityStatement: 'a.b.c' })).toThrow(/own machine/);
  const row = { ...fiFtn, issuers: { production: remote, test: remote } };
  const entityStatement = await statementOfIssuer(remote);
  const before = it.requests().length;
  const eid = it.open({ issuer: undefined, entityStatement }, row);
  await expect(departure(eid)).rejects.toMatchObject(misconfigured);
  expect(it.requests().slice(before)).toEqual([]);
  const own = it.open({ issuer: local, entityStatement: await statementOfIssuer(local) });
  // Its keys are called, and signed by another one than this statement has.
  await expect(departure(own)).rejects.toMatchObject(misconfigured);
  expect(it.requests().slice(before)).toHaveLength(1);
  await Promise.all([eid.close(), own.close()]);
});

test('an entity statement that expires while it serves is refused from then on', async () => {
  const own = await startFtnUnderTest();
  const hour = 60 * 60;
  const { exp = 0 } = decodeJwt(await statementOf(own.issuer));
  const eid = own.open();
  own.simulator.clock.advance(exp - own.clock().getTime() / 1000 - hour);
  expect(await eid.begin(REQUEST, own.callback)).toMatchObject({ url: expect.any(String) });
  own.simulator.clock.advance(2 * hour);
  await expect(eid.begin(REQUEST, own.callback)).rejects.toMatchObject(misconfigured);
  await eid.close();
  await own.close();
});

describe('the signed keys of the provider', () => {
  test('are refused by another key than the statement has', async () => {
    const eid = it.open({ entityStatement: await statementBy({}) });
    await expect(departure(eid)).rejects.toMatchObject(misconfigured);
    await eid.close();
  });

  test.each(['foreign-key', 'expired', 'wrong-issuer'] as const)(
    'are refused with a fault: %s',
    async (kind) => {
      const eid = it.open();
      it.spoil('jwks', { kind });
      await expect(departure(eid)).rejects.toMatchObject(misconfigured);
      expect(await outcomeAt(eid)).toMatchObject({ state: 'identified' });
      await eid.close();
    },
  );

  test('are fetched once more for an unknown kid, and believed only with their signature', async () => {
    const eid = it.open();
    const attempt = async () => {
      const { url, kept } = await departure(eid);
      return { kept, answer: await it.person.approve(url, REQUEST.acr) };
    };
    const [first, second] = [await attempt(), await attempt()];
    it.spoil('token', { kind: 'unknown-key' }, 2);
    const before = it.requests().length;
    const unverified = { state: 'ended', why: 'unverified' };
    expect(await eid.finish(first.kept, first.answer)).toMatchObject(unverified);
    const ours = it.requests().slice(before);
    expect(ours.filter((one) => one.endsWith('/jwks/broker-signed'))).toHaveLength(1);
    it.spoil('jwks', { kind: 'foreign-key' });
    expect(await eid.finish(second.kept, second.answer)).toEqual({
      ...unverified,
      hintCode: 'keys',
      finding: { reason: 'answer-unverified', facts: { check: 'keys' } },
    });
    await eid.close();
  });

  test('serve while the provider fails, and are unavailable before', async () => {
    const eid = it.open();
    it.spoil('jwks', { kind: 'status', status: 503 });
    await expect(departure(eid)).rejects.toMatchObject({ code: 'eid-unavailable' });
    expect(await outcomeAt(eid)).toMatchObject({ state: 'identified' });
    await eid.close();
  });
});

describe('endpoints and keys in the settings', () => {
  async function pinned(changes: object = {}) {
    const response = await fetch(`${it.issuer}/jwks/broker-signed`);
    const { keys } = decodeJwt(await response.text());
    return {
      entityStatement: undefined,
      providerKeys: JSON.stringify({ keys }),
      authorizationEndpoint: `${it.issuer}/oauth/authorize`,
      tokenEndpoint: `${it.issuer}/oauth/token`,
      ...changes,
    };
  }

  test('serve without any other call', async () => {
    const settings = await pinned();
    const before = it.requests().length;
    const eid = it.open(settings);
    expect(await outcomeAt(eid)).toMatchObject({ state: 'identified' });
    const ours = it.requests().slice(before);
    expect(ours.filter((one) => /jwks|known/.test(one))).toEqual([]);
    await eid.close();
  });

  test('are the only keys: others are never fetched', async () => {
    const { publicKey } = keyPair();
    const other = { ...publicKey.export({ format: 'jwk' }), kid: 'another' };
    const eid = it.open(await pinned({ providerKeys: JSON.stringify({ keys: [other] }) }));
    const before = it.requests().length;
    expect(await outcomeAt(eid)).toMatchObject({ state: 'ended', why: 'unverified' });
    expect(
      it
        .requests()
        .slice(before)
        .filter((one) => one.includes('jwks')),
    ).toEqual([]);
    await eid.close();
  });
});

describe('a signed request', () => {
  test('has our kid, the provider as audience, and nothing beside it in the URL', async () => {
    const { url } = await departure(it.eid);
    const { searchParams } = new URL(url);
    expect([...searchParams.keys()].sort()).toEqual(['client_id', 'request']);
    const request = searchParams.get('request') ?? '';
    expect(decodeProtectedHeader(request)).toMatchObject({ alg: 'RS256', kid: 'our-signing-key' });
    const { nonce, ...claims } = decodeJwt(request);
    expect(claims).toMatchObject({
      aud: it.issuer,
      iss: 'our-client',
      acr_values: 'http://ftn.ficora.fi/2017/loa2',
      ui_locales: 'fi',
      ftn_spname: 'Some application',
      scope: 'openid personal_identity_code profile',
    });
    expect(String(nonce).length).toBeGreaterThanOrEqual(22);
  });

  test('preselects the bank or operator of the settings', async () => {
    const preselected = async (way: string) => {
      const acr = `urn:grn:authn:fi:${way}` as Acr;
      const { url } = await it.eid.begin({ ...REQUEST, acr }, it.callback);
      return decodeJwt(new URL(url).searchParams.get('request') ?? '').ftn_idp_id;
    };
    expect(await preselected('mobile-id')).toBe('fi-telia');
    expect(await preselected('bank-id')).toBeUndefined();
    expect(await preselected('all')).toBeUndefined();
    expect(fiFtn.settings?.mobileProvider?.isRequired).toBe(false);
  });
});

describe('an error of the broker', () => {
  test('cancel is the person’s abort', async () => {
    const { url, kept } = await departure(it.eid);
    const answer = await it.person.abort(url);
    expect(answer.parameters.error).toBe('cancel');
    const outcome = await it.eid.finish(kept, answer);
    expect(outcome).toEqual({ state: 'ended', why: 'declined', hintCode: 'cancel' });
  });
});

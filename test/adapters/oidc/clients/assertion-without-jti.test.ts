import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  type CryptoKey,
  compactVerify,
  decodeJwt,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
  type JWTHeaderParameters,
  type JWTPayload,
  SignJWT,
} from 'jose';

import {
  type AssertionSigner,
  makeAssertionSigner,
} from '../../../../src/adapters/oidc/clients/assertion-without-jti.ts';
import { newSigningKey } from '../../../../src/adapters/system/random.ts';
import type { JsonObject } from '../../../../src/domain/json.ts';

const CLAIMS = { iss: 'a', sub: 'a', aud: 'https://login.example', exp: 2_000_000_000 };
const P256_ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

let assertionSigner: AssertionSigner;
let keys: readonly JsonObject[];
const signers = new Map<string, CryptoKey>();

beforeAll(async () => {
  assertionSigner = makeAssertionSigner(await newSigningKey('ES256'));
  const jwks: JsonObject[] = [];
  for (const alg of ['RS256', 'PS256', 'ES256', 'RS512']) {
    const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
    signers.set(alg, privateKey);
    jwks.push({ ...((await exportJWK(publicKey)) as JsonObject), kid: `kid-${alg}` });
  }
  keys = jwks;
});

function sign(claims: JWTPayload, header: JWTHeaderParameters): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader(header)
    .sign(signers.get(header.alg)!, { crit: { x: true } });
}

async function jtiOf(assertion: string): Promise<unknown> {
  return decodeJwt(await assertionSigner.addMissingJti(assertion, keys)).jti;
}

describe('an assertion without jti', () => {
  test.each(['RS256', 'PS256', 'ES256'])('gets one under %s', async (alg) => {
    const assertion = await sign({ ...CLAIMS, more: { a: [1.5] } }, { alg });
    const signed = await assertionSigner.addMissingJti(assertion, keys);
    const { payload } = await compactVerify(signed, assertionSigner.key);
    expect(JSON.parse(Buffer.from(payload).toString())).toEqual({
      ...CLAIMS,
      more: { a: [1.5] },
      jti: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(decodeProtectedHeader(signed)).toEqual({ alg: 'ES256', kid: assertionSigner.key.kid });
  });

  test('keeps its type', async () => {
    const signed = await assertionSigner.addMissingJti(
      await sign(CLAIMS, { alg: 'RS256', typ: 'at+jwt' }),
      keys,
    );
    expect(decodeProtectedHeader(signed).typ).toBe('at+jwt');
  });

  test('gets the same jti each time, and another assertion gets another', async () => {
    const assertion = await sign(CLAIMS, { alg: 'PS256' });
    expect(await jtiOf(assertion)).toBe(await jtiOf(assertion));
    expect(await jtiOf(await sign(CLAIMS, { alg: 'PS256' }))).not.toBe(await jtiOf(assertion));
  });

  test('gets the same jti for the other signature that ECDSA allows', async () => {
    const assertion = await sign(CLAIMS, { alg: 'ES256' });
    const [header, payload, signature = ''] = assertion.split('.');
    const bytes = Buffer.from(signature, 'base64url');
    const s = BigInt(`0x${bytes.subarray(32).toString('hex')}`);
    const mirrored = Buffer.from((P256_ORDER - s).toString(16).padStart(64, '0'), 'hex');
    const twin = Buffer.concat([bytes.subarray(0, 32), mirrored]).toString('base64url');
    expect(twin).not.toBe(signature);
    expect(await jtiOf(`${header}.${payload}.${twin}`)).toBe(await jtiOf(assertion));
  });

  test('gets the same jti for another spelling of the same signature', async () => {
    const assertion = await sign(CLAIMS, { alg: 'RS256' });
    const spellings = ['A', 'B', 'C', 'D'].map((last) => `${assertion.slice(0, -1)}${last}`);
    const accepted = [assertion, ...spellings].map(jtiOf);
    const names = (await Promise.all(accepted)).filter((jti) => jti !== undefined);
    expect(new Set(names).size).toBe(1);
  });
});

describe('any other assertion is returned unchanged', () => {
  test.each<[string, JWTPayload, JWTHeaderParameters]>([
    ['with a jti', { ...CLAIMS, jti: 'mine' }, { alg: 'RS256' }],
    ['with an empty jti', { ...CLAIMS, jti: '' }, { alg: 'RS256' }],
    ['with an algorithm that is not ours', CLAIMS, { alg: 'RS512' }],
    ['with the kid of another key', CLAIMS, { alg: 'RS256', kid: 'kid-ES256' }],
    ['with a critical header', CLAIMS, { alg: 'RS256', crit: ['x'], x: 1 }],
    ['with a kid that is no text', CLAIMS, { alg: 'RS256', kid: 7 as never }],
  ])('%s', async (_, claims, header) => {
    const assertion = await sign(claims, header);
    expect(await assertionSigner.addMissingJti(assertion, keys)).toBe(assertion);
  });

  test('with a jti of null', async () => {
    const assertion = await sign({ ...CLAIMS, jti: null as never }, { alg: 'RS256' });
    expect(await assertionSigner.addMissingJti(assertion, keys)).toBe(assertion);
  });

  test('with the signature of an unknown key, or without one', async () => {
    const { privateKey } = await generateKeyPair('RS256');
    const foreign = await new SignJWT(CLAIMS).setProtectedHeader({ alg: 'RS256' }).sign(privateKey);
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const unsigned = `${encode({ alg: 'none' })}.${encode(CLAIMS)}.`;
    for (const assertion of [foreign, unsigned, 'junk', '', '...']) {
      expect(await assertionSigner.addMissingJti(assertion, keys)).toBe(assertion);
    }
  });

  test('when the client has no keys', async () => {
    const assertion = await sign(CLAIMS, { alg: 'RS256' });
    expect(await assertionSigner.addMissingJti(assertion, [])).toBe(assertion);
  });
});

test('the returned key is public', () => {
  expect(Object.keys(assertionSigner.key).sort()).toEqual([
    'alg',
    'crv',
    'kid',
    'kty',
    'use',
    'x',
    'y',
  ]);
});

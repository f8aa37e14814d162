import { generateKeyPairSync, type KeyPairKeyObjectResult } from 'node:crypto';

import { describe, expect, test } from '@jest/globals';

import { signatureKeys } from '../../../src/adapters/key-sets/published-keys.ts';

const RSA = publicOf(generateKeyPairSync('rsa', { modulusLength: 2048 }));
const P256 = publicOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }));

function publicOf({ publicKey }: KeyPairKeyObjectResult): object {
  return publicKey.export({ format: 'jwk' });
}

function usableKeys(...keys: readonly unknown[]): readonly unknown[] {
  return signatureKeys(JSON.stringify({ keys }));
}

describe('a key set', () => {
  test('keeps RSA and P-256 keys, reduced to the members for verifying', () => {
    const x5u = 'https://elsewhere.example';
    expect(
      usableKeys(
        { ...RSA, kid: 'r', alg: 'PS256', use: 'sig', x5u, x5c: ['MIIB'] },
        { ...P256, key_ops: ['verify'] },
      ),
    ).toEqual([
      { ...RSA, kid: 'r', alg: 'PS256', use: 'sig' },
      { ...P256, use: 'sig' },
    ]);
  });

  test('may be empty, and may have unknown members', () => {
    expect(signatureKeys('{"keys":[],"issuer":"x"}')).toEqual([]);
  });

  test('may have 20 keys', () => {
    expect(usableKeys(...Array.from({ length: 20 }, () => P256))).toHaveLength(20);
  });
});

describe('an unusable key', () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  test.each<[string, unknown]>([
    ['a key to encrypt with', { ...RSA, use: 'enc' }],
    ['a key with other uses', { ...RSA, key_ops: ['encrypt'] }],
    ['a key with uses that are no list', { ...RSA, key_ops: 'verify' }],
    ['RSA of 1024 bits', publicOf(generateKeyPairSync('rsa', { modulusLength: 1024 }))],
    ['RSA with the exponent 1', { ...RSA, e: 'AQ' }],
    ['RSA with an even exponent', { ...RSA, e: 'AQAA' }],
    ['RSA of 8200 bits', { ...RSA, n: Buffer.alloc(1025, 0xff).toString('base64url') }],
    ['P-384', publicOf(generateKeyPairSync('ec', { namedCurve: 'P-384' }))],
    ['Ed25519', publicOf(generateKeyPairSync('ed25519'))],
    ['a symmetric key', { kty: 'oct', k: 'c2VjcmV0' }],
    ['a private key', privateKey.export({ format: 'jwk' })],
    ['a point that is not on the curve', { ...P256, x: 'AAAA' }],
    ['an RSA key for ES256', { ...RSA, alg: 'ES256' }],
    ['a key for HS256', { ...RSA, alg: 'HS256' }],
    ['a key for the algorithm none', { ...RSA, alg: 'none' }],
    ['a kid that is no text', { ...RSA, kid: 7 }],
    ['an empty kid', { ...RSA, kid: '' }],
    ['a kid of 257 characters', { ...RSA, kid: 'k'.repeat(257) }],
    ['a type that every object has', { ...RSA, kty: 'constructor' }],
    ['no key', null],
    ['a text', 'RSA'],
  ])('is left out: %s', (_, key) => {
    expect(usableKeys(key, P256)).toEqual([{ ...P256, use: 'sig' }]);
  });
});

test.each<[string, string]>([
  ['no JSON', '<html>'],
  ['null', 'null'],
  ['a list', '[]'],
  ['one key', JSON.stringify(P256)],
  ['keys that are no list', '{"keys":{}}'],
  ['21 keys', JSON.stringify({ keys: Array.from({ length: 21 }, () => P256) })],
])('a response is refused as a whole: %s', (_, text) => {
  expect(() => signatureKeys(text)).toThrow();
});

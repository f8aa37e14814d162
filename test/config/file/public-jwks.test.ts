import { generateKeyPairSync } from 'node:crypto';

import { describe, expect, test } from '@jest/globals';

import { parseJwks, publicJwksProblems } from '../../../src/config/file/public-jwks.ts';

const p256 = ecKey('P-256');
const rsa = rsaKey(2048);

function ecKey(namedCurve: string) {
  return generateKeyPairSync('ec', { namedCurve }).publicKey.export({ format: 'jwk' });
}

function rsaKey(modulusLength: number) {
  return generateKeyPairSync('rsa', { modulusLength }).publicKey.export({ format: 'jwk' });
}

function evenModulus(modulus = ''): string {
  const bytes = Buffer.from(modulus, 'base64url');
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) & 0xfe, bytes.length - 1);
  return bytes.toString('base64url');
}

function messages(value: unknown): string[] {
  return publicJwksProblems(value).map(({ path, message }) => `${path} ${message}`.trim());
}

describe(publicJwksProblems, () => {
  test('allows P-256 and RSA from 2048 bits, as a set, as a key and as JSON text', () => {
    const keys = [
      { ...p256, kid: 'a', alg: 'ES256', use: 'sig' },
      { ...rsa, kid: 'b' },
      { ...rsa, kid: 'c', alg: 'RS256' },
      { ...rsa, kid: 'd', alg: 'PS256' },
    ];

    expect(messages({ keys })).toEqual([]);
    expect(messages(p256)).toEqual([]);
    expect(messages(JSON.stringify({ keys }))).toEqual([]);
    expect(messages(JSON.stringify(rsa))).toEqual([]);
  });

  test.each([
    ['nothing like a key', 'hello', 'must be a public JWK or a JWK set'],
    ['a list', [p256], 'must be a public JWK or a JWK set'],
    ['an empty set', { keys: [] }, 'must have a key'],
    ['a set of texts', { keys: ['a'] }, 'must be a public JWK or a JWK set'],
    ['another curve', ecKey('P-384'), 'keys[0] must be on the curve P-256'],
    ['weak RSA', rsaKey(1024), 'keys[0] must have at least 2048 bits'],
    ['RSA with exponent 1', { ...rsa, e: 'AQ' }, 'keys[0] is not an RSA public key'],
    ['RSA with an even exponent', { ...rsa, e: 'Ag' }, 'keys[0] is not an RSA public key'],
    ['an even modulus', { ...rsa, n: evenModulus(rsa.n) }, 'keys[0] is not an RSA public key'],
    ['a modulus of zeros', { ...rsa, n: 'AAAA' }, 'keys[0] must have at least 2048 bits'],
    ['huge RSA', { ...rsa, n: 'f'.repeat(1400) }, 'keys[0] must have at most 8192 bits'],
    ['a modulus in other letters', { ...rsa, n: '+/=' }, 'keys[0] must have n and e in base64url'],
    ['RSA without a modulus', { kty: 'RSA', e: 'AQAB' }, 'keys[0] must have n and e in base64url'],
    ['half a point', { ...p256, y: undefined }, 'keys[0] must have x and y in base64url'],
    ['a point off the curve', { ...p256, y: p256.x }, 'keys[0] is not a point of P-256'],
    [
      'a coordinate beyond the field',
      { ...p256, x: '_'.repeat(43) },
      'keys[0] is not a point of P-256',
    ],
    ['a symmetric key', { kty: 'oct' }, 'keys[0] must be an RSA key or an EC key'],
    ['an encryption key', { ...p256, use: 'enc' }, 'keys[0] must be for signatures (use: sig)'],
    ['RS256 for an EC key', { ...p256, alg: 'RS256' }, 'keys[0] must have the alg ES256'],
    ['PS256 for an EC key', { ...p256, alg: 'PS256' }, 'keys[0] must have the alg ES256'],
    ['PS512', { ...rsa, alg: 'PS512' }, 'keys[0] must have the alg RS256 or PS256'],
    ['a number as kid', { ...p256, kid: 1 }, 'keys[0] needs a text as kid'],
  ])('refuses %s', (_, value, message) => {
    expect(messages(value)).toEqual([message]);
  });

  test.each(['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'])(
    'refuses the private member %s without showing it',
    (member) => {
      expect(messages({ ...rsa, [member]: 'hunter2' })).toEqual([
        `keys[0] must be public: it has the private member "${member}"`,
      ]);
    },
  );

  test('requires a distinct kid for each of several keys', () => {
    const keys = [{ ...p256, kid: 'a' }, { ...rsa, kid: 'a' }, ecKey('P-256')];

    expect(messages({ keys })).toEqual([
      'keys[1] needs a kid of its own',
      'keys[2] needs a kid of its own',
    ]);
  });

  test('refuses more than ten keys', () => {
    const keys = Array.from({ length: 11 }, (_, index) => ({ ...p256, kid: `${index}` }));

    expect(messages({ keys })).toEqual(['must have at most 10 keys']);
  });
});

describe(parseJwks, () => {
  test('makes a set of a single key', () => {
    expect(parseJwks(JSON.stringify(p256))).toEqual({ keys: [p256] });
  });
});

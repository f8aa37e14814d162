import { generateKeyPairSync, type JsonWebKey, verify } from 'node:crypto';

import { describe, expect, test } from '@jest/globals';
import { proofOf } from '../src/screens/try/client-proof.ts';
import { signedJwt } from '../src/screens/try/signed-jwt.ts';
import { tokenParts } from '../src/screens/try/token-parts.ts';

const FACTS = { issuer: 'https://login.example', clientId: 'shop', now: 1_000_000, crypto };
const KEYS = {
  ES256: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  RS256: generateKeyPairSync('rsa', { modulusLength: 2048 }),
} as const;

describe('the proof of a client', () => {
  test.each(['ES256', 'RS256'] as const)(
    'by its key is an assertion for the issuer: %s',
    async (alg) => {
      const { privateKey, publicKey } = KEYS[alg];
      // A key for encryption in another library's eyes signs here all the same.
      const jwk = { ...privateKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', key_ops: [] };
      const { parameters = {}, clientSecret } = await proved(jwk);
      expect(clientSecret).toBeUndefined();
      const token = parameters.client_assertion ?? '';
      expect(tokenParts(token)).toEqual({
        header: { alg, typ: 'JWT', kid: 'one' },
        claims: {
          iss: 'shop',
          sub: 'shop',
          aud: 'https://login.example',
          iat: 1_000,
          nbf: 1_000,
          exp: 1_060,
          jti: expect.stringMatching(/^[\w-]{36}$/),
        },
      });
      const [header, claims, signature = ''] = token.split('.');
      const key = {
        key: publicKey,
        ...(alg === 'ES256' && { dsaEncoding: 'ieee-p1363' as const }),
      };
      const signed = Buffer.from(`${header}.${claims}`);
      expect(verify('sha256', signed, key, Buffer.from(signature, 'base64url'))).toBe(true);
    },
  );

  test('by an RSA key has the algorithm that is demanded', async () => {
    const jwk = JSON.stringify(KEYS.RS256.privateKey.export({ format: 'jwk' }));
    const token = await signedJwt(jwk, { scope: 'openid' }, { ...FACTS, alg: 'PS256' });
    expect(tokenParts(token).header.alg).toBe('PS256');
    expect(tokenParts(token).claims).toMatchObject({ iss: 'shop', scope: 'openid' });
  });

  test('by a secret is that secret, and by nothing is empty', async () => {
    expect(await proofOf({ kind: 'secret', secret: 's' }, FACTS)).toEqual({ clientSecret: 's' });
    expect(await proofOf({ kind: 'none' }, FACTS)).toEqual({});
  });

  test.each([
    ['text', 'The private key is not JSON.'],
    ['{}', 'The private key is not a JWK.'],
    [JSON.stringify(KEYS.ES256.publicKey.export({ format: 'jwk' })), 'This JWK is a public key'],
    ['{"kty":"OKP","d":"x"}', 'The private key must be EC with P-256, or RSA.'],
  ])('by a wrong key says what is wrong: %s', async (jwk, words) => {
    await expect(proofOf({ kind: 'key', jwk }, FACTS)).rejects.toThrow(words);
  });
});

function proved(jwk: JsonWebKey) {
  return proofOf({ kind: 'key', jwk: JSON.stringify(jwk) }, FACTS);
}

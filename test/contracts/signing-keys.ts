import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { calculateJwkThumbprint, importJWK, type JWK, jwtVerify, SignJWT } from 'jose';

import type { SigningKeys } from '../../src/ports/signing-keys.ts';
import type { OpenReplicas, Replicas } from '../support/replicas.ts';
import { START } from '../support/sample-authentication.ts';

const ISSUER = 'https://login.example.com';

/** Every promise of the port `SigningKeys`. */
export function signingKeysContract(name: string, open: OpenReplicas<SigningKeys>): void {
  describe(`${name} keeps the promises of the port`, () => {
    let store: Replicas<SigningKeys>;
    let one: SigningKeys;

    beforeEach(async () => {
      store = await open(() => START);
      one = store.replicas[0];
    });
    afterEach(() => store.close());

    test('makes an RS256 and an ES256 key, in this order', async () => {
      const keys = await one.of(ISSUER);
      expect(keys.map(({ alg, use, kty }) => ({ alg, use, kty }))).toEqual([
        { alg: 'RS256', use: 'sig', kty: 'RSA' },
        { alg: 'ES256', use: 'sig', kty: 'EC' },
      ]);
    });

    test('makes keys that sign what their public halves verify', async () => {
      for (const key of await one.of(ISSUER)) {
        const alg = String(key.alg);
        const signed = new SignJWT({ sub: 'somebody' }).setProtectedHeader({ alg });
        const token = await signed.sign(await importJWK(key as JWK, alg));
        const { payload } = await jwtVerify(token, await importJWK(publicHalf(key as JWK), alg));
        expect(payload).toEqual({ sub: 'somebody' });
      }
    });

    test('names each key by the thumbprint of its public half', async () => {
      for (const key of await one.of(ISSUER)) {
        expect(key.kid).toBe(await calculateJwkThumbprint(publicHalf(key as JWK)));
      }
    });

    test('makes RSA keys of 2048 bits', async () => {
      const [rsa] = await one.of(ISSUER);
      expect(Buffer.from(String(rsa?.n), 'base64url')).toHaveLength(256);
    });

    test('answers the same keys ever after', async () => {
      const keys = await one.of(ISSUER);
      for (const replica of store.replicas) expect(await replica.of(ISSUER)).toEqual(keys);
    });

    test('gives each domain keys of its own', async () => {
      const [here, there] = [await one.of(ISSUER), await one.of('https://login.example.org')];
      const kids = new Set([...here, ...there].map(({ kid }) => kid));
      expect(kids.size).toBe(4);
    });

    test('agrees on one set of keys when replicas start at once', async () => {
      const callers = [...store.replicas, ...store.replicas];
      const answers = await Promise.all(callers.map((replica) => replica.of(ISSUER)));
      for (const keys of answers) expect(keys).toEqual(answers[0]);
    });
  });
}

function publicHalf({ kty, crv, x, y, n, e }: JWK): JWK {
  return kty === 'EC' ? ({ kty, crv, x, y } as JWK) : ({ kty, n, e } as JWK);
}

import { createHash, type KeyObject, randomBytes, randomFillSync } from 'node:crypto';

import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose';
import type { SigningAlgorithm } from '../../domain/application.ts';
import type { JsonObject } from '../../domain/json.ts';
import { SUPPORT_CODE_BYTES, supportCodeFrom } from '../../domain/support-code.ts';
import type {
  AuthenticationIdOf,
  Chance,
  NewId,
  NewRequestId,
  NewSupportCode,
} from '../../ports/runtime.ts';
import type { NewSigningKey, PrivateJwk } from '../../ports/signing-keys.ts';

/** Random numbers that need not be unpredictable. */
export const systemChance: Chance = () => Math.random();

/** 256 bits from the operating system, 43 characters. */
export const randomId: NewId = () => randomBytes(32).toString('base64url');

/** All 128 bits are random: a UUID of version 4 would have 122 (CIBA §7.3 demands 128). */
export const randomRequestId: NewRequestId = () =>
  randomBytes(16)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** The id of a trace (W3C Trace Context): 128 bits, not all of them 0. */
export const randomTraceId = (): string => {
  const id = uniqueBytes(16).toString('hex');
  return /[^0]/.test(id) ? id : randomTraceId();
};

/** A new support code, from random bytes. */
export const randomSupportCode: NewSupportCode = () =>
  supportCodeFrom(uniqueBytes(SUPPORT_CODE_BYTES)) ?? randomSupportCode();

/** SHA-256, base64url. */
export const sha256Id: AuthenticationIdOf = (requestId) =>
  createHash('sha256').update(requestId).digest('base64url');

const pool = Buffer.alloc(4096);
let given = pool.length;

/** Random bytes for unique values that are no secrets: read from the system in large blocks. */
export function uniqueBytes(count: number): Buffer {
  if (given + count > pool.length) {
    randomFillSync(pool);
    given = 0;
  }
  given += count;
  return Buffer.from(pool.subarray(given - count, given));
}

const RSA_BITS = 2048;

/** Makes a key pair with the operating system's randomness; RSA keys have 2048 bits. */
export const newSigningKey: NewSigningKey = async (alg) => {
  const { privateKey } = await generateKeyPair(alg, { extractable: true, modulusLength: RSA_BITS });
  return signingKeyOf(privateKey, alg);
};

/** The private JWK of a key, named by its thumbprint (RFC 7638). */
export async function signingKeyOf(
  privateKey: CryptoKey | KeyObject,
  alg: SigningAlgorithm,
): Promise<PrivateJwk> {
  const jwk = await exportJWK(privateKey);
  const kid = await calculateJwkThumbprint(jwk);
  return { ...(jwk as JsonObject), kid, alg, use: 'sig' };
}

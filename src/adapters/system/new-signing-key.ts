import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose';

import type { JsonObject } from '../../domain/json.ts';
import type { NewSigningKey } from '../../ports/signing-keys.ts';

const RSA_BITS = 2048;

/** Makes a key pair with the operating system's randomness; RSA keys have 2048 bits. */
export const newSigningKey: NewSigningKey = async (alg) => {
  const { privateKey } = await generateKeyPair(alg, { extractable: true, modulusLength: RSA_BITS });
  const jwk = await exportJWK(privateKey);
  const kid = await calculateJwkThumbprint(jwk);
  return { ...(jwk as JsonObject), kid, alg, use: 'sig' };
};

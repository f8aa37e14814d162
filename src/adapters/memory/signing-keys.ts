import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose';

import type { JsonObject } from '../../domain/json.ts';
import type { SigningKeys } from '../../ports/signing-keys.ts';

/** In the order in which they are published: RS256 is the default of every client. */
const ALGORITHMS = ['RS256', 'ES256'] as const;

/** Signing keys of one process, gone with it; made when a domain is first served. */
export function memorySigningKeys(): SigningKeys {
  const known = new Map<string, Promise<readonly JsonObject[]>>();

  return {
    of(issuer) {
      const keys = known.get(issuer) ?? Promise.all(ALGORITHMS.map(makeKey));
      known.set(issuer, keys);
      return keys;
    },
  };
}

async function makeKey(alg: string): Promise<JsonObject> {
  const { privateKey } = await generateKeyPair(alg, { extractable: true, modulusLength: 2048 });
  const jwk = await exportJWK(privateKey);
  const kid = await calculateJwkThumbprint(jwk);
  return { ...(jwk as JsonObject), kid, alg, use: 'sig' };
}

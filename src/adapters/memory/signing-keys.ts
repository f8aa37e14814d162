import type { JsonObject } from '../../domain/json.ts';
import { SIGNING_ALGORITHMS } from '../../domain/signing-algorithm.ts';
import type { NewSigningKey, SigningKeys } from '../../ports/signing-keys.ts';

interface Deps {
  readonly newKey: NewSigningKey;
}

/** Signing keys of one process, gone with it; made when a domain is first served. */
export function memorySigningKeys({ newKey }: Deps): SigningKeys {
  const known = new Map<string, Promise<readonly JsonObject[]>>();

  return {
    of(issuer) {
      const keys = known.get(issuer) ?? Promise.all(SIGNING_ALGORITHMS.map(newKey));
      known.set(issuer, keys);
      return keys;
    },
  };
}

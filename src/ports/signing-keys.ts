import type { JsonObject } from '../domain/json.ts';
import type { SigningAlgorithm } from '../domain/signing-algorithm.ts';

/** The private keys that sign a domain's tokens. */
export interface SigningKeys {
  /**
   * The domain's keys as private JWKs with `kid`, `alg` and `use`: one key of each algorithm, in the order
   * of `SIGNING_ALGORITHMS`. Makes those that there are not yet, for any issuer; replicas that start at once
   * agree on the same keys, and a key once made stays.
   * @throws when a key cannot be opened any more
   */
  of(issuer: string): Promise<readonly JsonObject[]>;
}

/** Makes a new private JWK with `kid` (the RFC 7638 thumbprint), `alg` and `use`. */
export type NewSigningKey = (alg: SigningAlgorithm) => Promise<PrivateJwk>;

/** A private JWK that has a name. */
export type PrivateJwk = JsonObject & { readonly kid: string };

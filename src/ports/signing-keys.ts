import type { JsonObject } from '../domain/json.ts';

/** The private keys that sign a domain's tokens. */
export interface SigningKeys {
  /**
   * The domain's keys as private JWKs with `kid`, `alg` and `use`; the first of an algorithm signs. Makes
   * them when there are none; replicas that start at once agree on the same keys.
   */
  of(issuer: string): Promise<readonly JsonObject[]>;
}

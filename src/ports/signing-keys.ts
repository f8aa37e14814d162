import type { SigningAlgorithm } from '../domain/application.ts';
import type { JsonObject } from '../domain/json.ts';

/**
 * The keys that sign the domains' tokens. A key is `next` while it is only published, `current` while it signs,
 * and `previous` while tokens that it signed may be valid. Each change is a new revision of the configuration, so that
 * every replica is notified.
 */
export interface SigningKeys {
  /**
   * The domain's keys as private JWKs with `kid`, `alg` and `use`. First the current ones, one of each
   * algorithm in the order of `SIGNING_ALGORITHMS`; after them the others, which have `key_ops: ['verify']`: they are
   * published and sign nothing. Creates missing current keys, for any issuer; replicas that start at once get the same
   * keys.
   * @throws when a key cannot be decrypted
   */
  of(issuer: string): Promise<readonly JsonObject[]>;
  /** All keys, ordered by issuer, algorithm, and state: current, next, previous. */
  list(): Promise<readonly SigningKeyEntry[]>;
  /**
   * Publishes a next key for each current key without one. Of several callers one makes it; a repeat changes nothing.
   */
  prepare(issuer: string): Promise<void>;
  /**
   * Makes next keys current that were published by a moment; the keys before them stay published `keepUntil`. Of several
   * callers one does it. True when any key changed.
   */
  promote(issuer: string, terms: PromotionTerms): Promise<boolean>;
  /** Replaces the current keys by new ones, and deletes the next keys: none of the old keys is published afterwards. */
  replace(issuer: string): Promise<void>;
  /** Deletes previous keys that ended `before` the moment, of all domains or of one. Returns how many. */
  retire(before: Date, issuer?: string): Promise<number>;
}

/** The moments that decide which keys become current, and how long the keys before them stay. */
export interface PromotionTerms {
  readonly publishedBy: Date;
  readonly keepUntil: Date;
}

/** One key, without its private part. */
export interface SigningKeyEntry {
  readonly issuer: string;
  readonly alg: SigningAlgorithm;
  readonly kid: string;
  readonly state: 'current' | 'next' | 'previous';
  readonly createdAt: Date;
  /** The end of a previous key. */
  readonly until: Date | undefined;
}

/** Makes a new private JWK with `kid` (the RFC 7638 thumbprint), `alg` and `use`. */
export type NewSigningKey = (alg: SigningAlgorithm) => Promise<PrivateJwk>;

/** A private JWK with a `kid`. */
export type PrivateJwk = JsonObject & { readonly kid: string };

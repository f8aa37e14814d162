import type { SigningAlgorithm } from '../domain/application.ts';
import type { JsonObject } from '../domain/json.ts';

/**
 * The keys that sign the domains' tokens. A key is `next` while it is only published, `current` while it signs,
 * and `previous` while tokens that it signed may still be about. Whatever changes here is a new revision of the
 * configuration, so that every replica is notified.
 */
export interface SigningKeys {
  /**
   * The domain's keys as private JWKs with `kid`, `alg` and `use`. First the current ones, one of each
   * algorithm in the order of `SIGNING_ALGORITHMS`; behind them the others, which have `key_ops: ['verify']`:
   * they are published and sign nothing. Makes the current keys that there are not yet, for any issuer;
   * replicas that start at once agree on the same keys.
   * @throws when a key cannot be opened any more
   */
  of(issuer: string): Promise<readonly JsonObject[]>;
  /** All that there are: by issuer, then by algorithm, then the current one first and the previous ones last. */
  list(): Promise<readonly SigningKeyEntry[]>;
  /**
   * Publishes a next key beside each current one that has none. Of several callers one makes it; a repeat
   * changes nothing.
   */
  prepare(issuer: string): Promise<void>;
  /**
   * Lets the next keys sign that were published by a moment; the ones they take the place of stay published
   * `keepUntil`. Of several callers one does it. True when any key changed.
   */
  promote(issuer: string, terms: PromotionTerms): Promise<boolean>;
  /** Makes new current keys in place of the current ones, and deletes the next ones: none of them is published any more. */
  replace(issuer: string): Promise<void>;
  /** Forgets the previous keys whose time was over `before` then: of all domains, or of one. Answers how many. */
  retire(before: Date, issuer?: string): Promise<number>;
}

/** Which keys may sign, and what becomes of those that did. */
export interface PromotionTerms {
  readonly publishedBy: Date;
  readonly keepUntil: Date;
}

/** One key, without what is secret. */
export interface SigningKeyEntry {
  readonly issuer: string;
  readonly alg: SigningAlgorithm;
  readonly kid: string;
  readonly state: 'current' | 'next' | 'previous';
  readonly createdAt: Date;
  /** Until when a previous key is published. */
  readonly until: Date | undefined;
}

/** Makes a new private JWK with `kid` (the RFC 7638 thumbprint), `alg` and `use`. */
export type NewSigningKey = (alg: SigningAlgorithm) => Promise<PrivateJwk>;

/** A private JWK that has a name. */
export type PrivateJwk = JsonObject & { readonly kid: string };

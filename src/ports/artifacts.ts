import type { Authentication } from '../domain/authentication.ts';
import type { JsonObject } from '../domain/json.ts';

/** Short-lived protocol state: logins, codes, access tokens, used assertions. Kinds never mix. */
export interface Artifacts {
  /**
   * Stores an artifact, or replaces that of its kind and id; of two racing callers the later one wins. A consumed
   * artifact stays consumed.
   */
  put(artifact: Artifact): Promise<void>;
  /**
   * Returns expired and consumed artifacts too, until they are purged. Undefined when there is none.
   * @throws when it cannot be decrypted
   */
  find(kind: string, id: string): Promise<FoundArtifact | undefined>;
  /**
   * Consumes an artifact, exactly once over all replicas: false for every caller but the first, and when there is none.
   * `by` is stored with it, so that an interrupted consumer is recognised when it returns.
   */
  consume(kind: string, id: string, at: Date, by?: string): Promise<boolean>;
  /**
   * Claims an id that must not come twice before it expires. Of racing callers one gets true; false while an
   * earlier claim, or an artifact of that kind and id, has not expired.
   */
  claimOnce(kind: string, id: string, expiresAt: Date): Promise<boolean>;
  /** Deletes one. Does nothing when it does not exist or is deleted concurrently. */
  remove(kind: string, id: string): Promise<void>;
  /** Deletes the artifacts of this kind and grant, if any. Those that are put later stay. */
  removeByGrant(kind: string, grantId: string): Promise<void>;
  /**
   * Deletes artifacts that expired before the given moment, at most `limit`; returns how many. Concurrent callers share
   * the work.
   */
  purge(expiredBefore: Date, limit: number): Promise<number>;
}

/** The key of an artifact. */
export interface ArtifactName {
  readonly kind: string;
  readonly id: string;
}

/** An artifact to store: its id as a hash, its payload encrypted. */
export interface Artifact extends ArtifactName {
  readonly grantId: string | undefined;
  readonly expiresAt: Date;
  readonly payload: JsonObject;
  /** The person by which erasing finds it when its grant does not lead to it. Stored as a blind index (an HMAC). */
  readonly person?: { readonly tenantId: string; readonly nationalId: string | undefined };
}

/** A stored artifact. */
export interface FoundArtifact {
  readonly payload: JsonObject;
  readonly consumedAt: Date | undefined;
  /** The argument `by` of `consume`. */
  readonly consumedBy: string | undefined;
}

/**
 * Issues a code or token for a consumed result, and a token for an exchanged code. Consuming the old one and storing the
 * new one is one statement: both or neither, and of racing callers one succeeds. The id of the stored artifact is new.
 */
export interface Issuance {
  /**
   * The artifact of that kind and id with the attempt that is its grant, both as of one moment. Undefined when there
   * is no such artifact; expired and consumed ones are returned too, as in `Artifacts`.
   * @throws when it cannot be decrypted
   */
  findWithGrant(kind: string, id: string): Promise<FoundWithGrant | undefined>;
  /**
   * Consumes the result of an identified attempt, exactly once over all replicas, stores the artifact issued for it
   * and deletes its login. False for every caller but the first, and while no person is identified: then nothing is
   * stored, and the login stays.
   * The caller validates the recipient beforehand. Issuer, client and a recorded return never change, so that check
   * still holds here. For a recipient that is refused, call `Authentications.consumeResult` instead: then no second
   * try succeeds.
   */
  issue(authentication: Authentication, at: Date, issued: Issued): Promise<boolean>;
  /**
   * Exchanges a code: consumes that artifact, as in `Artifacts`, and stores the token that replaces it. False for every
   * caller but the first, and when there is none to consume: then nothing is stored.
   */
  exchange(used: ArtifactName, at: Date, stored: Artifact): Promise<boolean>;
}

/** The changes beside the consumption of a result. */
export interface Issued {
  /** The code or token issued for it; undefined when the application gets the claims at once. */
  readonly stored: Artifact | undefined;
  /** The login to delete, if it still exists; undefined when there is none. */
  readonly login: ArtifactName | undefined;
}

/** An artifact with its grant. */
export interface FoundWithGrant {
  readonly artifact: FoundArtifact;
  /** Undefined when it has no grant, or when the attempt is deleted. */
  readonly grant: Authentication | undefined;
}

/** Prepares a database that was restored from a backup, while no replica serves. */
export interface Restoration {
  /**
   * Deletes all single-use state in one transaction: attempts (each with its event; a pending one ends as `lost`), codes,
   * tokens, sessions, used assertions. Records the moment. A repeat does the same to newer state.
   */
  forget(at: Date): Promise<Forgotten>;
  /** The moment of the last call of `forget`; undefined when there was none. */
  restoredAt(): Promise<Date | undefined>;
}

/** The number of deleted rows. */
export interface Forgotten {
  readonly attempts: number;
  readonly artifacts: number;
}

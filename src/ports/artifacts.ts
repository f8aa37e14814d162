import type { Authentication } from '../domain/authentication.ts';
import type { JsonObject } from '../domain/json.ts';

/** Short-lived protocol state: logins, codes, access tokens, used assertions. Kinds never mix. */
export interface Artifacts {
  /**
   * Stores, or replaces all that is given of the artifact of that kind and id; of two racing callers the
   * later one stays. What was consumed stays consumed.
   */
  put(artifact: Artifact): Promise<void>;
  /**
   * Expired and consumed artifacts too, until they are purged: the caller decides. Undefined when there is
   * none.
   * @throws when it cannot be opened any more
   */
  find(kind: string, id: string): Promise<FoundArtifact | undefined>;
  /**
   * Marks as used, exactly once over all replicas: false for every caller but the first, and when there is nothing to
   * consume. `by` is stored with it, so that an interrupted consumer is recognised when it returns.
   */
  consume(kind: string, id: string, at: Date, by?: string): Promise<boolean>;
  /**
   * Claims an id that must not come twice before it expires. Of racing callers one gets true; false while an
   * earlier claim, or an artifact of that kind and id, has not expired.
   */
  claimOnce(kind: string, id: string, expiresAt: Date): Promise<boolean>;
  /** Deletes one. Does nothing when it does not exist or is deleted concurrently. */
  remove(kind: string, id: string): Promise<void>;
  /** Forgets what was stored of this kind for a grant; none is fine. What is put later stays. */
  removeByGrant(kind: string, grantId: string): Promise<void>;
  /**
   * Forgets what expired before the given moment, at most `limit`; answers how many. Callers at the same time
   * share the work.
   */
  purge(expiredBefore: Date, limit: number): Promise<number>;
}

/** Which one it is. */
export interface ArtifactName {
  readonly kind: string;
  readonly id: string;
}

/** What is stored. The id is kept as a hash only, the payload sealed. */
export interface Artifact extends ArtifactName {
  readonly grantId: string | undefined;
  readonly expiresAt: Date;
  readonly payload: JsonObject;
  /** Whom erasing finds it by, where its grant does not say; kept as a keyed hash only. */
  readonly person?: { readonly tenantId: string; readonly nationalId: string };
}

/** What comes back. */
export interface FoundArtifact {
  readonly payload: JsonObject;
  readonly consumedAt: Date | undefined;
  /** The argument `by` of `consume`. */
  readonly consumedBy: string | undefined;
}

/**
 * Exchanges a result for a code or token, and a code for tokens. Consuming the old artifact and storing the new one
 * is one statement: both or neither, and of racing callers one succeeds. The id of the stored artifact is new.
 */
export interface Redemptions {
  /**
   * The artifact of that kind and id with the attempt that is its grant, both as of one moment. Undefined when there
   * is no such artifact; expired and consumed ones come too, as in `Artifacts`.
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
  issue(attempt: Authentication, at: Date, issued: Issued): Promise<boolean>;
  /**
   * Consumes one artifact, as in `Artifacts`, and stores another that replaces it. False for everyone but the first,
   * and when there is nothing to consume: then nothing is stored.
   */
  redeem(used: ArtifactName, at: Date, stored: Artifact): Promise<boolean>;
}

/** What goes with a result that is given away. */
export interface Issued {
  /** The code or token issued for it; undefined when the application gets the person at once. */
  readonly stored: Artifact | undefined;
  /** The login that is over with it; undefined where there is none. One that is gone already is fine. */
  readonly login: ArtifactName | undefined;
}

/** What comes back. */
export interface FoundWithGrant {
  readonly artifact: FoundArtifact;
  /** Undefined when it has no grant, or when the attempt is forgotten. */
  readonly grant: Authentication | undefined;
}

/** What has to happen to a database that was taken from a backup. To be asked while no replica serves. */
export interface Restoration {
  /**
   * Ends and forgets, all or nothing, whatever can be used once: attempts (each with its event; a pending one is
   * lost), codes, tokens, sessions, used assertions. Remembers the moment. Again, it does the same to what came since.
   */
  forget(at: Date): Promise<Forgotten>;
  /** When it was last done; undefined when it never was. */
  restoredAt(): Promise<Date | undefined>;
}

/** How much was forgotten. */
export interface Forgotten {
  readonly attempts: number;
  readonly artifacts: number;
}

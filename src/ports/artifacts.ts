import type { JsonObject } from '../domain/json.ts';

/** Short-lived protocol state: logins, codes, access tokens, used assertions. Kinds never mix. */
export interface Artifacts {
  /**
   * Stores, or replaces all that is given of the artifact of that kind and id; of two racing callers the
   * later one stays. What was consumed stays consumed.
   */
  put(artifact: Artifact): Promise<void>;
  /**
   * Expired and consumed artifacts too, until they are purged: the caller judges. Undefined when there is
   * none.
   * @throws when it cannot be opened any more
   */
  find(kind: string, id: string): Promise<FoundArtifact | undefined>;
  /**
   * Marks as used, exactly once over all replicas: false for everyone but the first, and when there is
   * nothing to consume. `by` whom is kept with it, so that whoever was interrupted behind it is known again.
   */
  consume(kind: string, id: string, at: Date, by?: string): Promise<boolean>;
  /**
   * Claims an id that must not come twice before it expires. Of racing callers one gets true; false while an
   * earlier claim, or an artifact of that kind and id, has not expired.
   */
  claimOnce(kind: string, id: string, expiresAt: Date): Promise<boolean>;
  /** Forgets one. One that is not there, or that somebody else removes meanwhile, is fine. */
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
  /** As `consume` was told. */
  readonly consumedBy: string | undefined;
}

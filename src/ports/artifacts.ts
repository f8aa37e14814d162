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

/**
 * Results that are given away for codes and tokens, and codes for tokens. What is given up and what stands for it from
 * then on change in one statement: both or neither, and of racing callers one gets through. What is stored is new: nobody
 * ever used its id.
 */
export interface Redemptions {
  /**
   * The artifact of that kind and id with the attempt that is its grant, as both stand at one moment. Undefined when
   * there is no such artifact; expired and consumed ones come too, as in `Artifacts`.
   * @throws when it cannot be opened any more
   */
  findWithGrant(kind: string, id: string): Promise<FoundWithGrant | undefined>;
  /**
   * Takes the result of an identified attempt, exactly once over all replicas, stores what stands for it and forgets
   * its login. False for everyone but the first, and while nobody is identified: then nothing is stored, and the login
   * stays.
   *
   * Who may have the result is for the caller to judge beforehand: issuer, client and a return that was recorded never
   * change, so what was good when the attempt was found is still good here. Whoever is refused must not come here but
   * take the result with `Authentications.handOut`: then nobody else gets it at a second try.
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
  /** The code or token that stands for it; undefined when the application gets the person at once. */
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

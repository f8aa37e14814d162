import type { JsonObject } from '../domain/json.ts';

/** Short-lived protocol state: logins, codes, access tokens, used assertions. Kinds never mix. */
export interface Artifacts {
  /** Stores or replaces. */
  put(artifact: Artifact): Promise<void>;
  /** Expired and consumed artifacts too, until they are purged: the caller judges. */
  find(kind: string, id: string): Promise<FoundArtifact | undefined>;
  /** Marks as used, exactly once over all replicas: false for everyone but the first. */
  consume(kind: string, id: string, at: Date): Promise<boolean>;
  /** Claims an id that must never come twice before it expires: false when it was there. */
  claimOnce(kind: string, id: string, expiresAt: Date): Promise<boolean>;
  remove(kind: string, id: string): Promise<void>;
  removeByGrant(kind: string, grantId: string): Promise<void>;
  /** Forgets what expired before the given moment; answers how many. */
  purge(expiredBefore: Date, limit: number): Promise<number>;
}

/** What is stored. The id is kept as a hash only, the payload sealed. */
export interface Artifact {
  readonly kind: string;
  readonly id: string;
  readonly grantId: string | undefined;
  readonly expiresAt: Date;
  readonly payload: JsonObject;
}

/** What comes back. */
export interface FoundArtifact {
  readonly payload: JsonObject;
  readonly consumedAt: Date | undefined;
}

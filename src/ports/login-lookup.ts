import type { FoundArtifact } from './artifacts.ts';
import type { Look } from './authentications.ts';

/** Browser logins as they are stored, each with the attempt that began last: one read for both. */
export interface LoginLookup {
  /**
   * The artifact of that kind and id, as `Artifacts.find`, and the latest attempt of the login with that id, as
   * `Authentications.findLatest`; no attempt without its artifact. Undefined when there is no such artifact.
   * Changes nothing unless `asking`: then it also takes the turn, as `Authentications.takeTurn`, of an attempt that
   * is due while neither it nor its login has expired. Of callers at the same time one gets it.
   * @throws when what is stored cannot be opened any more
   */
  find(kind: string, id: string, asking?: Asking): Promise<StoredLogin | undefined>;
}

/** When, and until when the right to ask the eID is wanted. */
export interface Asking {
  readonly now: Date;
  readonly leaseUntil: Date;
}

/** What is stored of a login. */
export interface StoredLogin {
  readonly stored: FoundArtifact;
  /** Undefined while nothing has been started. */
  readonly look: Look | undefined;
}

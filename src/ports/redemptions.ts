import type { Authentication } from '../domain/authentication.ts';
import type { Artifact, ArtifactName, FoundArtifact } from './artifacts.ts';

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

import type { JsonObject } from './json.ts';

/** The person that an eID identified, in the terms of the issued tokens. */
export interface Identity {
  /** Value of `identityscheme`: the eID in one short word. */
  readonly scheme: string;
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country: string;
  /**
   * The eID's own lasting identifier of the person. Applications never get it: the pseudonymous `sub` is derived from
   * it.
   */
  readonly personId: string;
  /**
   * The national number, as the eID's `nationalNumber` parses it: requests name the person by it, and erasure finds the
   * person. Undefined when the eID did not release it.
   */
  readonly nationalId: string | undefined;
  /** The authentication method as a SAML authentication context (`authenticationmethod`). */
  readonly method: string;
  /** The authentication methods as values of RFC 8176 (`amr`). */
  readonly amr: readonly string[];
  /** Claims released with every login. */
  readonly claims: JsonObject;
  /** Claims released only when the scope of that name is granted. */
  readonly scopedClaims: Readonly<Record<string, JsonObject>>;
}

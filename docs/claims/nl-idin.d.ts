/**
 * The claims of an ID token after a login or signature with nl-idin.
 */
export interface NlIdinClaims {
  /**
   * The issuer.
   */
  iss: string;
  /**
   * The person’s pseudonym in this tenant.
   */
  sub: string;
  /**
   * The application’s `client_id`.
   */
  aud: string;
  /**
   * Issued at, in seconds since 1970.
   */
  iat: number;
  /**
   * As `iat`.
   */
  nbf: number;
  /**
   * Expires at, in seconds since 1970.
   */
  exp: number;
  /**
   * The eID in one short word.
   */
  identityscheme: string;
  /**
   * As `acr`.
   */
  authenticationtype: string;
  /**
   * How the person identified, in the eID’s words or as a SAML authentication context.
   */
  authenticationmethod: string;
  /**
   * When the person identified, as ISO 8601 with milliseconds.
   */
  authenticationinstant: string;
  /**
   * `sub` without braces and hyphens.
   */
  nameidentifier: string;
  /**
   * The login; the same in all answers of one session.
   */
  sessionindex: string;
  /**
   * ISO 3166-1 alpha-2.
   */
  country: string;
  /**
   * The requested acr value.
   */
  acr: string;
  /**
   * Authentication methods (RFC 8176).
   */
  amr: string[];
  /**
   * When the person identified, in seconds since 1970.
   */
  auth_time: number;
  /**
   * The person at the bank. Scope `idin:age-verification`, `idin:full-id`.
   */
  verified_claims: {
    [k: string]: unknown;
  };
  /**
   * As the provider states it. Scope `idin:full-id`.
   */
  family_name?: string;
  /**
   * As the provider states it. Scope `idin:full-id`.
   */
  birthdate?: string;
  /**
   * As the provider states it. Scope `idin:full-id`.
   */
  gender?: string;
  /**
   * As the provider states it. Scope `idin:full-id`.
   */
  email?: string;
  /**
   * As the provider states it. Scope `idin:full-id`.
   */
  phone_number?: string;
  /**
   * As `family_name`. Scope `idin:full-id`.
   */
  surname?: string;
  /**
   * As `birthdate`. Scope `idin:full-id`.
   */
  dateofbirth?: string;
  [k: string]: unknown;
}

/**
 * The claims of an ID token after a login or signature with de-personalausweis.
 */
export interface DePersonalausweisClaims {
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
   * As the provider states it. Scope `odis:Profile1`, `odis:Profile2`, `odis:Profile3`.
   */
  given_name?: string;
  /**
   * As the provider states it. Scope `odis:Profile1`, `odis:Profile2`, `odis:Profile3`.
   */
  family_name?: string;
  /**
   * As the provider states it. Scope `odis:Profile1`, `odis:Profile2`, `odis:Profile3`.
   */
  birth_name?: string;
  /**
   * As the provider states it. Scope `odis:Profile1`, `odis:Profile2`, `odis:Profile3`.
   */
  birthdate?: string;
  /**
   * As the provider states it. Scope `odis:Profile1`, `odis:Profile2`, `odis:Profile3`.
   */
  place_of_birth?: string;
  /**
   * As the provider states it. Scope `odis:Profile1`, `odis:Profile2`, `odis:Profile3`.
   */
  nationality?: string;
  /**
   * As the provider states it. Scope `odis:Profile1`, `odis:Profile2`, `odis:Profile3`.
   */
  document_type?: string;
  /**
   * As the provider states it. Scope `odis:Profile1`, `odis:Profile2`, `odis:Profile3`.
   */
  issuing_state?: string;
  /**
   * As the provider states it. Scope `odis:Profile1`, `odis:Profile2`, `odis:Profile3`.
   */
  date_of_expiry?: string;
  /**
   * As the provider states it. Scope `odis:Profile1`, `odis:Profile2`, `odis:Profile3`.
   */
  residence_permit_i?: string;
  /**
   * Of the card. Scope `odis:Profile1`, `odis:Profile2`, `odis:Profile3`.
   */
  address?: {
    [k: string]: unknown;
  };
  [k: string]: unknown;
}

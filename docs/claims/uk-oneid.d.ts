/**
 * The claims of an ID token after a login or signature with uk-oneid.
 */
export interface UkOneidClaims {
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
   * As the provider states it. Scope `profile`.
   */
  name?: string;
  /**
   * As the provider states it. Scope `profile`.
   */
  given_name?: string;
  /**
   * As the provider states it. Scope `profile`.
   */
  family_name?: string;
  /**
   * As the provider states it. Scope `date_of_birth`.
   */
  birthdate?: string;
  /**
   * As the provider states it. Scope `address`.
   */
  address?: {
    [k: string]: unknown;
  };
  /**
   * As the provider states it. Scope `email`.
   */
  email?: string;
  /**
   * As the provider states it. Scope `phone`.
   */
  phone_number?: string;
  /**
   * As the provider states it. Scope `age_over_18`.
   */
  age_over_18?: boolean;
  /**
   * As the provider states it. Scope `age_over_21`.
   */
  age_over_21?: boolean;
  /**
   * As the provider states it. Scope `age_over_25`.
   */
  age_over_25?: boolean;
  /**
   * As the provider states it. Scope `accounts`.
   */
  accounts?: {
    [k: string]: unknown;
  };
  /**
   * As the provider states it. Scope `accounts.balances`.
   */
  'accounts.balances'?: {
    [k: string]: unknown;
  };
  /**
   * As the provider states it. Scope `fraud`.
   */
  fraud?: {
    [k: string]: unknown;
  };
  /**
   * As the provider states it. Scope `pep_and_sanctions`.
   */
  pep_and_sanctions?: {
    [k: string]: unknown;
  };
  [k: string]: unknown;
}

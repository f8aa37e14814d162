/**
 * The claims of an ID token after a login or signature with nl-itsme.
 */
export interface NlItsmeClaims {
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
   * Full name.
   */
  name: string;
  /**
   * Given names.
   */
  givenname: string;
  /**
   * As `givenname`.
   */
  given_name: string;
  /**
   * Family names.
   */
  surname: string;
  /**
   * As `surname`.
   */
  family_name: string;
  /**
   * Date of birth.
   */
  birthdate: string;
  /**
   * As `birthdate`.
   */
  dateofbirth: string;
  /**
   * City and country.
   */
  placeofbirth: {
    [k: string]: unknown;
  };
  /**
   * The phone with the app.
   */
  deviceinfo: {
    [k: string]: unknown;
  };
  /**
   * E-mail address. Scope `email`.
   */
  email?: string;
  /**
   * `true` or `false`. Scope `email`.
   */
  email_verified?: string;
  /**
   * Phone number. Scope `phone`.
   */
  phone_number?: string;
  /**
   * `true`. Scope `phone`.
   */
  phone_number_verified?: string;
  [k: string]: unknown;
}

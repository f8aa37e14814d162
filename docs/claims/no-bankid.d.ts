/**
 * The claims of an ID token after a login or signature with no-bankid.
 */
export interface NoBankidClaims {
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
   * The person at BankID. Not secret.
   */
  uniqueuserid: string;
  /**
   * Issuer of the certificate.
   */
  certissuer?: string;
  /**
   * Its subject.
   */
  certsubject?: string;
  /**
   * Full name.
   */
  name: string;
  /**
   * Given names.
   */
  given_name: string;
  /**
   * As `given_name`.
   */
  givenname: string;
  /**
   * Family name.
   */
  family_name: string;
  /**
   * As `family_name`.
   */
  surname: string;
  /**
   * Date of birth.
   */
  birthdate: string;
  /**
   * As `birthdate`.
   */
  dateofbirth: string;
  /**
   * Postal address (OpenID Connect Core section 5.1.1). Scope `address`.
   */
  address?: {
    [k: string]: string;
  } | null;
  /**
   * As `address`, in JSON. Scope `address`.
   */
  streetaddress?: string;
  /**
   * E-mail. Scope `email`.
   */
  email?: string;
  /**
   * As `email`. Scope `email`.
   */
  emailaddress?: string;
  /**
   * Phone, without country code. Scope `phone`.
   */
  phone_number?: string;
  /**
   * As `phone_number`. Scope `phone`.
   */
  mobilephone?: string;
  /**
   * Identity number. Scope `ssn`.
   */
  socialno?: string;
  [k: string]: unknown;
}

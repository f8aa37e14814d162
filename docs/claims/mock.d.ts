/**
 * The claims of an ID token after a login or signature with mock.
 */
export interface MockClaims {
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
   * As the mock directive of the request has it.
   */
  name?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  given_name?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  family_name?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  birthdate?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  email?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  phone_number?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  ssn?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  givenname?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  surname?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  ipaddress?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  evidence?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  ocspResponse?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  risk?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  dateofbirth?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  placeofbirth?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  deviceinfo?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  email_verified?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  phone_number_verified?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  gender?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  nationalnumber?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  address?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  birth_name?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  place_of_birth?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  nationality?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  document_type?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  issuing_state?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  date_of_expiry?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  residence_permit_i?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  uuid?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  cprNumberIdentifier?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  age?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  loA?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  ial?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  aal?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  fal?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  hetu?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  satu?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  verified_claims?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  age_over_18?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  age_over_21?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  age_over_25?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  accounts?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  'accounts.balances'?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  fraud?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  pep_and_sanctions?: {
    [k: string]: unknown;
  };
  [k: string]: unknown;
}

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
  authRef?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  signRef?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  status?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  userInfoType?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  userInfo?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  timestamp?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  minRegistrationLevel?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  relyingPartyUserId?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  integratorSpecificUserId?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  details?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  registrationLevel?: {
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
  age?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  emailaddress?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  photo?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  documentPhoto?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  userSignature?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  certificateStatus?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  advancedSignature?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  mobilephone?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  documentNumber?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  bpk?: {
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
  refTextHeader?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  refTextBody?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  address_details?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  cprNumberStatus?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  employee?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  companySignatory?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  cvrNumberIdentifier?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  '2.5.4.10'?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  productionUnit?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  seNumber?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  ridNumberIdentifier?: {
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
  uniqueuserid?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  certissuer?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  certsubject?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  streetaddress?: {
    [k: string]: unknown;
  };
  /**
   * As the mock directive of the request has it.
   */
  socialno?: {
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

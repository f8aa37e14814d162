/**
 * The claims of an ID token after a login or signature with dk-mitid-business.
 */
export interface DkMitidBusinessClaims {
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
   * The identity, of the company or private.
   */
  uuid: string;
  /**
   * An employee, who is no signatory.
   */
  employee?: 'true';
  /**
   * May represent the company.
   */
  companySignatory?: 'true';
  /**
   * The company (CVR number).
   */
  cvrNumberIdentifier?: string;
  /**
   * Its name.
   */
  '2.5.4.10'?: string;
  /**
   * Production unit (P number).
   */
  productionUnit?: string;
  /**
   * Administrative unit (SE number).
   */
  seNumber?: string;
  /**
   * The employee (RID).
   */
  ridNumberIdentifier?: string;
  /**
   * Full name.
   */
  name?: string;
  /**
   * CPR number. Scope `ssn`.
   */
  cprNumberIdentifier?: string;
  /**
   * Date of birth.
   */
  birthdate?: string;
  /**
   * As `birthdate`.
   */
  dateofbirth?: string;
  /**
   * Whole years.
   */
  age?: string;
  /**
   * Level of assurance of the login.
   */
  loA: 'LOW' | 'SUBSTANTIAL' | 'HIGH';
  /**
   * Level of the identity proofing.
   */
  ial: 'LOW' | 'SUBSTANTIAL' | 'HIGH';
  /**
   * Level of the authenticator.
   */
  aal: 'LOW' | 'SUBSTANTIAL' | 'HIGH';
  /**
   * Level of the federation.
   */
  fal?: 'LOW' | 'SUBSTANTIAL' | 'HIGH';
  /**
   * Requested heading.
   */
  refTextHeader?: 'Log on' | 'Approve' | 'Confirm' | 'Accept' | 'Sign';
  /**
   * The text that the app showed.
   */
  refTextBody?: string;
  [k: string]: unknown;
}

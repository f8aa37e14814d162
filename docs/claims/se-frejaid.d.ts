/**
 * The claims of an ID token after a login or signature with se-frejaid.
 */
export interface SeFrejaidClaims {
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
   * Freja’s reference of a login.
   */
  authRef: string;
  /**
   * Freja’s reference of a signature.
   */
  signRef: string;
  /**
   * Freja’s status.
   */
  status: string;
  /**
   * How the request named the person.
   */
  userInfoType: string;
  /**
   * The name of the person in the request.
   */
  userInfo: string;
  /**
   * When the person approved, in milliseconds since 1970.
   */
  timestamp: string;
  /**
   * The level of registration that was required.
   */
  minRegistrationLevel: string;
  /**
   * The person at Freja, for this relying party.
   */
  relyingPartyUserId: string;
  /**
   * The person, for an integrator.
   */
  integratorSpecificUserId: string;
  /**
   * Freja’s signed result, with granted attributes.
   */
  details: {
    [k: string]: unknown;
  };
  /**
   * The person’s level of registration. Scope `frejaid:registration_level`.
   */
  registrationLevel?: string;
  /**
   * Given names. Scope `frejaid:basic_user_info`.
   */
  given_name?: string;
  /**
   * Family names. Scope `frejaid:basic_user_info`.
   */
  family_name?: string;
  /**
   * Date of birth. Scope `frejaid:date_of_birth`.
   */
  birthdate?: string;
  /**
   * As `birthdate`. Scope `frejaid:date_of_birth`.
   */
  dateofbirth?: string;
  /**
   * Whole years. Scope `frejaid:age`.
   */
  age?: string;
  /**
   * The first e-mail address. Scope `frejaid:email_address`.
   */
  emailaddress?: string;
  /**
   * The first phone number. Scope `frejaid:all_phone_numbers`.
   */
  phone_number?: string;
  /**
   * A photo of the person: JPEG in base64. Scope `frejaid:photo`.
   */
  photo?: string;
  /**
   * The photo of the document. Scope `frejaid:document_photo`.
   */
  documentPhoto?: string;
  /**
   * Freja’s signed result: a JWS. Scope `evidence`.
   */
  evidence?: string;
  /**
   * The person’s signature of a text: a JWS. Scope `evidence`.
   */
  userSignature?: string;
  /**
   * Proof that its certificate was valid: DER. Scope `evidence`.
   */
  certificateStatus?: string;
  /**
   * An advanced signature: XML in base64. Scope `evidence`.
   */
  advancedSignature?: string;
  [k: string]: unknown;
}

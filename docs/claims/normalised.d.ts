/**
 * The claims of an ID token, under the same names for all eIDs.
 */
export interface NormalisedClaims {
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
   * As `acr`.
   */
  authenticationtype: string;
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
   * National identity number, as the eID writes it.
   */
  nin?: string;
  /**
   * The country’s word for the number.
   */
  nin_type?: string;
  /**
   * Country of the number, as ISO 3166-1 alpha-2.
   */
  nin_issuing_country?: string;
  /**
   * Full name.
   */
  name?: string;
  /**
   * Given names.
   */
  given_name?: string;
  /**
   * Family names.
   */
  family_name?: string;
  /**
   * Date of birth, `YYYY-MM-DD`.
   */
  birthdate?: string;
  /**
   * As the eID states it, in lower case.
   */
  gender?: string;
  /**
   * Countries of citizenship, as the eID writes them.
   */
  nationalities?: string[];
  /**
   * Place of birth.
   */
  place_of_birth?: {
    [k: string]: unknown;
  };
  /**
   * Family names at birth.
   */
  birth_family_name?: string;
  /**
   * Postal address.
   */
  address?: {
    [k: string]: unknown;
  };
  /**
   * E-mail address.
   */
  email?: string;
  /**
   * Phone number in E.164.
   */
  phone_number?: string;
  /**
   * The claims that the eID’s proofing covers. Absent without a level of assurance.
   */
  verified_claims?: {
    verification: {
      trust_framework: 'eidas';
      assurance_level: 'low' | 'substantial' | 'high';
      time: string;
      /**
       * @minItems 1
       */
      evidence: [
        {
          type: 'electronic_record';
          /**
           * @minItems 1
           */
          check_details: [
            {
              check_method: 'auth';
              organization: string;
            },
            ...{
              check_method: 'auth';
              organization: string;
            }[]
          ];
          record: {
            type: 'eid';
            source: {
              name: string;
              country_code: string;
            };
          };
        },
        ...{
          type: 'electronic_record';
          /**
           * @minItems 1
           */
          check_details: [
            {
              check_method: 'auth';
              organization: string;
            },
            ...{
              check_method: 'auth';
              organization: string;
            }[]
          ];
          record: {
            type: 'eid';
            source: {
              name: string;
              country_code: string;
            };
          };
        }[]
      ];
      [k: string]: unknown;
    };
    claims: {
      [k: string]: unknown;
    };
    [k: string]: unknown;
  };
  [k: string]: unknown;
}

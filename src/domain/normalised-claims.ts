import { type ClaimOffer, type ClaimSource, personClaims, SCOPES_OF_ONE_USE } from './claims.ts';
import type { EidOffer, EidVariant } from './eid-offer.ts';
import type { Json, JsonObject } from './json.ts';
import { secondsOf } from './lifetimes.ts';

/** The claim with the national number. */
export const NATIONAL_NUMBER = 'nin';

/** A person's claim in this profile. */
interface NormalisedClaim extends ClaimOffer {
  /** The proofing of the eID covers it: addresses, for example, are often the person's own statement. */
  readonly isVerified: boolean;
}

/**
 * A person's claims in the normalised profile. They are standard claims of OpenID Connect Core 5.1 and OpenID Connect for
 * Identity Assurance Claims; the three of the number are common among brokers.
 */
export const PERSON_CLAIMS: readonly NormalisedClaim[] = [
  verified(NATIONAL_NUMBER, '199006022397', 'National identity number, as the eID writes it.'),
  verified('nin_type', 'personnummer', 'The country’s word for the number.'),
  verified('nin_issuing_country', 'SE', 'Country of the number, as ISO 3166-1 alpha-2.'),
  verified('name', 'Åsa Lindström', 'Full name.'),
  verified('given_name', 'Åsa', 'Given names.'),
  verified('family_name', 'Lindström', 'Family names.'),
  verified('birthdate', '1990-06-02', 'Date of birth, `YYYY-MM-DD`.'),
  verified('gender', 'female', 'As the eID states it.'),
  verified('nationalities', ['DE'], 'Countries of citizenship.', { type: 'array' }),
  verified('place_of_birth', { locality: 'Berlin' }, 'Place of birth.', { type: 'object' }),
  verified('birth_family_name', 'Gabler', 'Family names at birth.'),
  stated('address', { country: 'NO' }, 'Postal address.', { type: 'object' }),
  stated('email', 'asa@example.com', 'E-mail address.'),
  stated('phone_number', '+46701740605', 'Phone number in E.164.'),
];

function verified(name: string, example: Json, description: string, schema?: JsonObject) {
  return { ...stated(name, example, description, schema), isVerified: true };
}

function stated(
  name: string,
  example: Json,
  description: string,
  schema: JsonObject = { type: 'string' },
): NormalisedClaim {
  return { name, scope: undefined, schema, description, example, isVerified: false };
}

/** The names of all claims about the person in this profile. */
export const NORMALISED_NAMES: readonly string[] = [
  ...PERSON_CLAIMS.map(({ name }) => name),
  'verified_claims',
];

/** The eID of a login. */
export interface ClaimsEid {
  readonly offer: Pick<EidOffer, 'title' | 'claims' | 'nationalNumber'>;
  readonly variant: Pick<EidVariant, 'level'>;
}

/**
 * The claims of one login under the same names for all eIDs. `acr` is the level of assurance, if the eID has one, as a
 * URI of eIDAS. `verified_claims` repeats the claims that the eID's proofing covers (OpenID Identity Assurance Schema
 * Definition 1.0).
 */
export function normalisedClaims(source: ClaimSource, { offer, variant }: ClaimsEid): JsonObject {
  const { acr, identity, authenticatedAt } = source;
  const { level } = variant;
  const person = normalisedPerson(source, offer);
  return {
    authenticationtype: acr,
    acr: level === undefined ? acr : `http://eidas.europa.eu/LoA/${level}`,
    amr: identity.amr,
    auth_time: secondsOf(authenticatedAt),
    ...person,
    ...(level !== undefined && {
      verified_claims: verifiedClaims(source, person, { level, title: offer.title }),
    }),
  };
}

function normalisedPerson(source: ClaimSource, offer: ClaimsEid['offer']): JsonObject {
  const released = personClaims(source);
  const claims: Record<string, Json> = {};
  for (const claim of offer.claims) {
    const value = released[claim.name];
    const name = normalisedName(claim);
    if (value !== undefined && value !== null && name !== undefined) claims[name] = value;
  }
  if (claims[NATIONAL_NUMBER] === undefined || offer.nationalNumber === undefined) return claims;
  const { country } = source.identity;
  return { ...claims, nin_type: offer.nationalNumber.type, nin_issuing_country: country };
}

/** The name of an eID's claim in this profile; undefined: the profile leaves it out. */
function normalisedName({ name, normalised, scope = '' }: ClaimOffer): string | undefined {
  if (normalised !== undefined) return normalised;
  const isKept = PERSON_CLAIMS.some((one) => one.name === name);
  return isKept || SCOPES_OF_ONE_USE.includes(scope) ? name : undefined;
}

const VERIFIED = PERSON_CLAIMS.filter(({ isVerified }) => isVerified).map(({ name }) => name);

/** The eID itself is the evidence: a record against which the person authenticated. */
function verifiedClaims(
  { identity, authenticatedAt }: ClaimSource,
  person: JsonObject,
  { level, title }: Pick<EidVariant, 'level'> & Pick<EidOffer, 'title'>,
): JsonObject {
  const claims = Object.entries(person).filter(([name]) => VERIFIED.includes(name));
  const evidence = {
    type: 'electronic_record',
    check_details: [{ check_method: 'auth', organization: title }],
    record: { type: 'eid', source: { name: title, country_code: identity.country } },
  };
  return {
    verification: {
      trust_framework: 'eidas',
      assurance_level: level ?? null,
      time: authenticatedAt.toISOString(),
      evidence: [evidence],
    },
    claims: Object.fromEntries(claims),
  };
}

/** The discovery metadata of this profile (OpenID Connect for Identity Assurance 1.0). */
export const IDENTITY_ASSURANCE_METADATA = {
  verified_claims_supported: true,
  trust_frameworks_supported: ['eidas'],
  evidence_supported: ['electronic_record'],
  electronic_records_supported: ['eid'],
  claims_in_verified_claims_supported: VERIFIED,
} as const;

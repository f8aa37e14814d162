import { type ClaimOffer, type ClaimSource, personClaims, SCOPES_OF_ONE_USE } from './claims.ts';
import type { EidOffer, EidVariant, Level } from './eid-offer.ts';
import { isJsonObject, type Json, type JsonObject } from './json.ts';
import { secondsOf } from './lifetimes.ts';

/** The claim with the national number. */
export const NATIONAL_NUMBER = 'nin';

/** A person's claim in this profile. */
interface NormalisedClaim extends ClaimOffer {
  /** The proofing of the eID covers it: addresses, for example, are often the person's own statement. */
  readonly isVerified: boolean;
}

const E164 = { type: 'string', pattern: '^\\+\\d{7,15}$' };
const TEXTS = { type: 'array', items: { type: 'string' } };

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
  verified('gender', 'female', 'As the eID states it, in lower case.'),
  verified('nationalities', ['DE'], 'Countries of citizenship, as the eID writes them.', TEXTS),
  verified('place_of_birth', { locality: 'Berlin' }, 'Place of birth.', { type: 'object' }),
  verified('birth_family_name', 'Gabler', 'Family names at birth.'),
  stated('address', { country: 'NO' }, 'Postal address.', { type: 'object' }),
  stated('email', 'asa@example.com', 'E-mail address.'),
  stated('phone_number', '+46701740605', 'Phone number in E.164.', E164),
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
  const verified = Object.entries(person).filter(([name]) => VERIFIED.includes(name));
  return {
    authenticationtype: acr,
    acr: level === undefined ? acr : `http://eidas.europa.eu/LoA/${level}`,
    amr: identity.amr,
    auth_time: secondsOf(authenticatedAt),
    ...person,
    ...(level !== undefined &&
      verified.length > 0 && {
        verified_claims: {
          verification: verificationOf(source, { level, title: offer.title }),
          claims: Object.fromEntries(verified),
        },
      }),
  };
}

function normalisedPerson(source: ClaimSource, offer: ClaimsEid['offer']): JsonObject {
  const released = personClaims(source);
  const claims: Record<string, Json> = {};
  for (const claim of offer.claims) {
    const given = released[claim.name];
    const name = normalisedName(claim);
    if (given === undefined || given === null || name === undefined) continue;
    const value = claim.normalise === undefined ? given : claim.normalise(given);
    const formed = value === undefined ? undefined : (FORMS[name]?.(value) ?? value);
    if (formed !== undefined) claims[name] = formed;
  }
  const { name = fullName(claims) } = claims;
  const all: JsonObject = { ...claims, ...(name !== undefined && { name }) };
  const { nationalNumber } = offer;
  const { nin } = all;
  if (typeof nin !== 'string' || nationalNumber === undefined) return all;
  const { country } = source.identity;
  const { birthdate = nationalNumber.birthdateOf?.(nin) } = all;
  const ofNumber = { nin_type: nationalNumber.type, nin_issuing_country: country };
  return { ...all, ...(birthdate !== undefined && { birthdate }), ...ofNumber };
}

function fullName({ given_name: given, family_name: family }: JsonObject): string | undefined {
  return given === undefined || family === undefined ? undefined : `${given} ${family}`;
}

/** The members of the claim `address` (OpenID Connect Core 5.1.1). */
const ADDRESS = [
  'formatted',
  'street_address',
  'locality',
  'region',
  'postal_code',
  'country',
] as const;

/** The standard's forms of values that eIDs write in their own. Undefined: the value has the form. */
const FORMS: Readonly<Record<string, (value: Json) => Json | undefined>> = {
  gender: (value) => String(value).toLowerCase(),
  nationalities: (value) => (typeof value === 'string' ? [value] : undefined),
  place_of_birth: (value) => (typeof value === 'string' ? { locality: value } : undefined),
  phone_number: (value) => String(value).replace(/[ -]/g, ''),
  address: (value) => (isJsonObject(value) ? standardAddress(value) : undefined),
};

/** Its members alone, without empty ones. Some eIDs have the town as `city`, and a part of it as `locality`. */
function standardAddress({ city, ...address }: JsonObject): JsonObject {
  const known: JsonObject = { ...address, ...(city !== undefined && { locality: city }) };
  const members = ADDRESS.flatMap((name) => {
    const value = known[name];
    return typeof value === 'string' && value !== '' ? [[name, value] as const] : [];
  });
  return Object.fromEntries(members);
}

/** The name of an eID's claim in this profile; undefined: the profile leaves it out. */
function normalisedName({ name, normalised, scope = '' }: ClaimOffer): string | undefined {
  if (normalised !== undefined) return normalised;
  const isKept = PERSON_CLAIMS.some((one) => one.name === name);
  return isKept || SCOPES_OF_ONE_USE.includes(scope) ? name : undefined;
}

const VERIFIED = PERSON_CLAIMS.filter(({ isVerified }) => isVerified).map(({ name }) => name);

/** The eID itself is the evidence: a record against which the person authenticated. */
function verificationOf(
  { identity, authenticatedAt }: ClaimSource,
  { level, title }: { readonly level: Level; readonly title: string },
): JsonObject {
  const evidence = {
    type: 'electronic_record',
    check_details: [{ check_method: 'auth', organization: title }],
    record: { type: 'eid', source: { name: title, country_code: identity.country } },
  };
  return {
    trust_framework: 'eidas',
    assurance_level: level,
    time: authenticatedAt.toISOString(),
    evidence: [evidence],
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

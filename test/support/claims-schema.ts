import { type ClaimOffer, LOGIN_CLAIMS } from '../../src/domain/claims.ts';
import type { EidOffer } from '../../src/domain/eid-offer.ts';
import { PERSON_CLAIMS } from '../../src/domain/normalised-claims.ts';

const text = { type: 'string' };
const number = { type: 'integer' };

/** The claims of the token itself (RFC 7519, OpenID Connect Core section 2). */
const TOKEN_CLAIMS: readonly Omit<ClaimOffer, 'example'>[] = [
  of('iss', text, 'The issuer.'),
  of(
    'sub',
    { type: 'string', pattern: '^\\{[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}\\}$' },
    'The person’s pseudonym in this tenant.',
  ),
  of('aud', text, 'The application’s `client_id`.'),
  of('iat', number, 'Issued at, in seconds since 1970.'),
  of('nbf', number, 'As `iat`.'),
  of('exp', number, 'Expires at, in seconds since 1970.'),
];

function of(name: string, schema: object, description: string): Omit<ClaimOffer, 'example'> {
  return { name, scope: undefined, schema: { ...schema }, description };
}

/** The claims of an ID token of one eID as JSON Schema (draft 2020-12). */
export function claimsSchema({ name, claims }: EidOffer): Readonly<Record<string, unknown>> {
  const all: readonly Claim[] = [...TOKEN_CLAIMS, ...LOGIN_CLAIMS, ...claims];
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: `${name} claims`,
    description: `The claims of an ID token after a login or signature with ${name}.`,
    type: 'object',
    properties: Object.fromEntries(all.map((claim) => [claim.name, propertyOf(claim, all)])),
    required: all
      .filter(({ scope, optional }) => scope === undefined && !optional)
      .map((claim) => claim.name),
  };
}

/** The claims of an ID token in the normalised profile. */
export function normalisedSchema(): Readonly<Record<string, unknown>> {
  const ofLogin = ['authenticationtype', 'acr', 'amr', 'auth_time'];
  const login = LOGIN_CLAIMS.filter(({ name }) => ofLogin.includes(name));
  const all = [...TOKEN_CLAIMS, ...login, ...PERSON_CLAIMS];
  const required = [...TOKEN_CLAIMS, ...login].map(({ name }) => name);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Normalised claims',
    description: 'The claims of an ID token, under the same names for all eIDs.',
    type: 'object',
    properties: {
      ...Object.fromEntries(all.map((claim) => [claim.name, propertyOf(claim, all)])),
      verified_claims: VERIFIED_CLAIMS,
    },
    required,
  };
}

/** The evidence of an eID, as OpenID Identity Assurance Schema Definition 1.0 has it. */
const ELECTRONIC_RECORD = {
  type: 'object',
  required: ['type', 'check_details', 'record'],
  additionalProperties: false,
  properties: {
    type: { const: 'electronic_record' },
    check_details: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['check_method', 'organization'],
        additionalProperties: false,
        properties: { check_method: { const: 'auth' }, organization: { type: 'string' } },
      },
    },
    record: {
      type: 'object',
      required: ['type', 'source'],
      additionalProperties: false,
      properties: {
        type: { const: 'eid' },
        source: {
          type: 'object',
          required: ['name', 'country_code'],
          additionalProperties: false,
          properties: {
            name: { type: 'string' },
            country_code: { type: 'string', pattern: '^[A-Z]{2}$' },
          },
        },
      },
    },
  },
};

const VERIFIED_CLAIMS = {
  type: 'object',
  description: 'The claims that the eID’s proofing covers. Absent without a level of assurance.',
  required: ['verification', 'claims'],
  properties: {
    verification: {
      type: 'object',
      required: ['trust_framework', 'assurance_level', 'time', 'evidence'],
      properties: {
        trust_framework: { const: 'eidas' },
        assurance_level: { enum: ['low', 'substantial', 'high'] },
        time: { type: 'string', format: 'date-time' },
        evidence: { type: 'array', minItems: 1, items: ELECTRONIC_RECORD },
      },
    },
    claims: { type: 'object', minProperties: 1 },
  },
};

type Claim = Omit<ClaimOffer, 'example'> & Partial<ClaimOffer>;

/** The property of a claim that any of several scopes may release. */
function propertyOf({ name, schema, description, example }: Claim, all: readonly Claim[]) {
  const scopes = all.filter((claim) => claim.name === name).flatMap(({ scope }) => scope ?? []);
  const names = scopes.map((scope) => `\`${scope}\``).join(', ');
  const released = names === '' ? '' : ` Scope ${names}.`;
  return {
    ...schema,
    description: `${description}${released}`,
    ...(example !== undefined && { examples: [example] }),
  };
}

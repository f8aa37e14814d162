import { type ClaimOffer, LOGIN_CLAIMS, PROTOCOL_CLAIMS } from '../../../domain/claims.ts';
import { Failure } from '../../../domain/failure.ts';
import { type JsonObject, parseJsonObject } from '../../../domain/json.ts';

/** The largest JSON of a directive, in bytes. */
const MAX_BYTES = 4096;

const BASE64 = /^(?:[A-Za-z0-9_-]+|[A-Za-z0-9+/]+)={0,2}$/;

/** The claims about the token and the login. Only the service sets them; the country is the person's. */
const NOT_OF_A_PERSON = [
  ...PROTOCOL_CLAIMS,
  ...LOGIN_CLAIMS.map(({ name }) => name).filter((name) => name !== 'country'),
];

/** The person of a login without claims of its own. */
export const TEST_PERSON: JsonObject = {
  name: 'Test Person',
  given_name: 'Test',
  family_name: 'Person',
  birthdate: '1990-01-01',
  country: 'XX',
};

/** Standard claims of OpenID Connect that a mock person may have, whatever eIDs there are. */
const STANDARD = ['name', 'given_name', 'family_name', 'birthdate', 'email', 'phone_number'];

/** The claims that a mock person may have: those of these eIDs, each once and never required. */
export function mockClaims(offers: readonly { readonly claims: readonly ClaimOffer[] }[]) {
  const all = offers.flatMap(({ claims }) => claims);
  const names = new Set([...STANDARD, ...all.map(({ name }) => name)]);
  return [...names].map((name): ClaimOffer => {
    const description = 'As the mock directive of the request has it.';
    return { name, scope: undefined, schema: {}, description, example: 'text', optional: true };
  });
}

/**
 * The claims of a directive: a JSON object in base64 or base64url.
 * @throws {Failure} hint-claims-malformed, hint-claim-refused
 */
export function claimsIn(value: string, offered: readonly ClaimOffer[]): JsonObject {
  const bytes = BASE64.test(value) ? Buffer.from(value, 'base64') : Buffer.alloc(0);
  const claims = bytes.length > MAX_BYTES ? undefined : parseJsonObject(bytes.toString());
  const values = { directive: 'mock', limit: MAX_BYTES };
  if (claims === undefined) throw new Failure('hint-claims-malformed', { values });
  const { country, ...person } = claims;
  const isCountry = country === undefined || /^[A-Z]{2}$/.test(String(country));
  const isOffered = (name: string) => offered.some((claim) => claim.name === name);
  const names = Object.keys(person);
  if (!isCountry || !names.every((name) => isOffered(name) && !NOT_OF_A_PERSON.includes(name))) {
    throw new Failure('hint-claim-refused', { values: { directive: 'mock' } });
  }
  return claims;
}

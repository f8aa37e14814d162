import { type ClaimSource, claimsOf, LOGIN_CLAIMS } from './claims.ts';
import type { EidOffer } from './eid-offer.ts';
import type { JsonObject } from './json.ts';

const MICROSOFT = 'http://schemas.microsoft.com/ws/2008/06/identity/claims';
const SOAP = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';
const GREAN = 'http://schemas.grean.id/claims';

/** The claim types of WS-Federation, by claim. */
const CLAIM_TYPES: Readonly<Record<string, string>> = {
  authenticationmethod: `${MICROSOFT}/authenticationmethod`,
  authenticationinstant: `${MICROSOFT}/authenticationinstant`,
  nameidentifier: `${SOAP}/nameidentifier`,
  name: `${SOAP}/name`,
  surname: `${SOAP}/surname`,
  givenname: `${SOAP}/givenname`,
  dateofbirth: `${SOAP}/dateofbirth`,
  age: `${SOAP}/age`,
  country: `${SOAP}/country`,
  streetaddress: `${SOAP}/streetaddress`,
  sessionindex: `${GREAN}/sessionindex`,
  gender: `${GREAN}/gender`,
};

/** The claims of one login with URIs as names, for applications that were written for WS-Federation. */
export function uriClaims(source: ClaimSource, offer: Pick<EidOffer, 'claims'>): JsonObject {
  return withUris(claimsOf(source), offer);
}

/** The names of all claims of a login with the eID in this profile. */
export function uriNames(offer: Pick<EidOffer, 'claims'>): readonly string[] {
  const names = [...LOGIN_CLAIMS, ...offer.claims].map(({ name }) => [name, null] as const);
  return Object.keys(withUris(Object.fromEntries(names), offer));
}

interface NamedClaim {
  readonly name: string;
  readonly uri?: string | undefined;
}

/** The name of a claim in this profile. A claim without a URI keeps its name. */
export function uriNameOf({ name, uri }: NamedClaim): string {
  return uri ?? CLAIM_TYPES[name] ?? name;
}

/** The claims with the URIs of this eID as names. */
function withUris(claims: JsonObject, offer: Pick<EidOffer, 'claims'>): JsonObject {
  const own = new Map(offer.claims.map(({ name, uri }) => [name, uri]));
  const renamed = Object.entries(claims).map(([name, value]) => {
    return [uriNameOf({ name, uri: own.get(name) }), value] as const;
  });
  return Object.fromEntries(renamed);
}

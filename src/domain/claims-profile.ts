import type { ClaimsProfile } from './application.ts';
import { type ClaimOffer, type ClaimSource, claimsOf, LOGIN_CLAIMS } from './claims.ts';
import type { Json, JsonObject } from './json.ts';
import { type ClaimsEid, normalisedClaims, PERSON_CLAIMS } from './normalised-claims.ts';
import { uriClaims, uriNameOf } from './uri-claims.ts';

/** The claims of one login under the names of the profile. */
export function claimsIn(profile: ClaimsProfile, source: ClaimSource, eid: ClaimsEid): JsonObject {
  switch (profile) {
    case 'eid':
      return claimsOf(source);
    case 'normalised':
      return normalisedClaims(source, eid);
    case 'uri':
      return uriClaims(source, eid.offer);
  }
}

/** A claim that a token of the eID may have. One that several scopes release is listed with each. */
export interface OfferedClaim {
  readonly name: string;
  /** The scope that releases it; undefined: every login, unless it is `optional`. */
  readonly scope: string | undefined;
  /** Some logins lack it, even with the scope. */
  readonly optional: boolean;
  /** Undefined where only the profile knows the claim. */
  readonly description: string | undefined;
  /** A value of nobody. */
  readonly example: Json;
}

/** An eID of which the claims are listed, and its acr value. */
export interface OfferedClaimsEid extends ClaimsEid {
  /** Value of `identityscheme`. */
  readonly scheme: string;
  readonly offer: ClaimsEid['offer'] & { readonly scopes: readonly string[] };
  readonly variant: ClaimsEid['variant'] & Pick<ClaimSource, 'acr'>;
}

/** Of the examples: `{guid}`, and a moment. */
const NOBODY = '{4a52d86d-cce5-44c9-9991-fa4ff79f3ea7}';
const MOMENT = new Date('2026-11-22T12:00:00.000Z');

/**
 * The claims of a token by this acr value. They come from the code that makes the claims of tokens, which is given the
 * examples of the eID's claims.
 */
export function offeredClaims(
  profile: ClaimsProfile,
  eid: OfferedClaimsEid,
): readonly OfferedClaim[] {
  const { offer } = eid;
  const required = offer.claims.filter(({ optional = false }) => !optional);
  const madeOf = (claims: readonly ClaimOffer[], scope: readonly string[]) =>
    claimsIn(profile, exampleOf(eid, claims, scope), eid);
  const common = madeOf(offer.claims, []);
  return [undefined, ...offer.scopes].flatMap((scope) => {
    const granted = scope === undefined ? [] : [scope];
    const always = madeOf(required, granted);
    return Object.entries(madeOf(offer.claims, granted))
      .filter(([name, example]) => scope === undefined || !isEqual(example, common[name]))
      .map(([name, example]) => ({
        name,
        scope,
        optional: !(name in always),
        description: descriptionOf(name, profile, eid),
        example: example ?? null,
      }));
  });
}

/** A scope may add to a claim that every login has. */
function isEqual(one: Json | undefined, other: Json | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function exampleOf(
  { scheme, variant: { acr } }: OfferedClaimsEid,
  claims: readonly ClaimOffer[],
  scope: readonly string[],
): ClaimSource {
  const examplesOf = (wanted: string | undefined) =>
    Object.fromEntries(
      claims
        .filter((claim) => claim.scope === wanted)
        .map(({ name, example }) => [name, example] as const),
    );
  const identity = {
    scheme,
    country: (/^urn:grn:authn:([a-z]{2}):/.exec(acr)?.[1] ?? '').toUpperCase(),
    personId: '',
    nationalId: undefined,
    method: 'urn:oasis:names:tc:SAML:2.0:ac:classes:SoftwarePKI',
    amr: ['mfa'],
    claims: examplesOf(undefined),
    scopedClaims: Object.fromEntries(scope.map((name) => [name, examplesOf(name)])),
  };
  const login = { acr, authenticatedAt: MOMENT, subject: NOBODY };
  return { ...login, identity, sessionIndex: NOBODY.replace(/[{}]/g, ''), scope };
}

function descriptionOf(
  name: string,
  profile: ClaimsProfile,
  { offer }: OfferedClaimsEid,
): string | undefined {
  const known = [...offer.claims, ...LOGIN_CLAIMS];
  const candidates = profile === 'normalised' ? [...PERSON_CLAIMS, ...known] : known;
  const isNamed = (claim: ClaimOffer) =>
    name === claim.name || (profile === 'uri' && name === uriNameOf(claim));
  return candidates.find(isNamed)?.description;
}

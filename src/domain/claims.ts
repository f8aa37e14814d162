import type { Acr } from './acr.ts';
import type { Identity } from './identity.ts';
import type { JsonObject } from './json.ts';
import { secondsOf } from './lifetimes.ts';

/** What the claims of one login are made from. */
export interface ClaimSource {
  readonly identity: Identity;
  readonly acr: Acr;
  readonly authenticatedAt: Date;
  /** `{guid}`: the person's pseudonym in this tenant. */
  readonly subject: string;
  /** GUID of this login. */
  readonly sessionIndex: string;
  readonly scope: readonly string[];
}

/** Every claim that says how the login was made, in the product's names and in the standard's. */
export const LOGIN_CLAIMS = [
  'identityscheme',
  'authenticationtype',
  'authenticationmethod',
  'authenticationinstant',
  'nameidentifier',
  'sessionindex',
  'country',
  'acr',
  'amr',
  'auth_time',
] as const;

/** The claims that leave us for one login: how it was made, the person, and what the scopes add. */
export function claimsOf(source: ClaimSource): JsonObject {
  const { identity, scope } = source;
  const scoped = scope.map((name) => identity.scopedClaims[name] ?? {});
  return Object.assign({}, loginClaims(source), identity.claims, ...scoped);
}

function loginClaims(source: ClaimSource): JsonObject {
  const { identity, acr, authenticatedAt, subject } = source;
  return {
    identityscheme: identity.scheme,
    authenticationtype: acr,
    authenticationmethod: identity.method,
    authenticationinstant: authenticatedAt.toISOString(),
    nameidentifier: subject.replace(/[{}-]/g, ''),
    sessionindex: source.sessionIndex,
    country: identity.country,
    acr,
    amr: identity.amr,
    auth_time: secondsOf(authenticatedAt),
  };
}

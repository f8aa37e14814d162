import type { Acr } from './acr.ts';
import type { Application } from './application.ts';
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

/** The scopes we know. Which of them an eID can fill varies; the others change nothing. */
export const SCOPES = [
  'openid',
  'address',
  'email',
  'phone',
  'birthdate',
  'ssn',
  'evidence',
  'risk',
] as const;

/** Scopes whose claims describe one use of the eID. A session keeps none of these claims. */
export const SCOPES_OF_ONE_USE: readonly string[] = ['evidence', 'risk'];

const LONGEST_SCOPE = 1024;

const TOKEN = /^[\x21\x23-\x5B\x5D-\x7E]+$/;

/** Reads a `scope` parameter: tokens parted by exactly one ASCII space. Undefined when malformed. */
export function parseScope(text: string): readonly string[] | undefined {
  if (text.length > LONGEST_SCOPE) return undefined;
  const tokens = text.split(' ');
  return tokens.every(isScopeToken) ? tokens : undefined;
}

/** True for one scope as OAuth spells them (RFC 6749 section 3.3), known or not. */
export function isScopeToken(text: string): boolean {
  return TOKEN.test(text);
}

/** What is granted: the request's known scopes, or the configured ones while dynamic scopes are off. */
export function grantedScope(requested: readonly string[], application: Application): string[] {
  const wanted = application.dynamicScopes ? requested : ['openid', ...application.scopes];
  return SCOPES.filter((scope) => wanted.includes(scope));
}

import type { Acr } from './acr.ts';
import type { Application } from './application.ts';
import type { Identity } from './identity.ts';
import type { Json, JsonObject } from './json.ts';
import { secondsOf } from './lifetimes.ts';

/** One claim of a token: its documentation, and what a client may rely on. */
export interface ClaimOffer {
  readonly name: string;
  /** The scope that releases it; undefined: every login has it, unless it is `optional`. */
  readonly scope: string | undefined;
  /** Some logins lack it. */
  readonly optional?: boolean;
  /** Its value, as JSON Schema (draft 2020-12). */
  readonly schema: JsonObject;
  readonly description: string;
  /** Its name in the normalised profile, when that is not `name` itself. */
  readonly normalised?: string;
  /** Its value there, when that is not the same. Undefined leaves the claim out. */
  readonly normalise?: (value: Json) => Json | undefined;
  /** Its name in the profile of URIs, when that is neither `name` nor a claim type of WS-Federation. */
  readonly uri?: string;
  /** A value of nobody. */
  readonly example: Json;
}

/** The source of the claims of one login. */
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

/** Every claim about the login itself, under the product's names and the standard's. */
export const LOGIN_CLAIMS: readonly ClaimOffer[] = [
  loginClaim('identityscheme', 'some-eid', 'The eID in one short word.'),
  loginClaim('authenticationtype', 'urn:grn:authn:xx:some-eid', 'As `acr`.'),
  loginClaim(
    'authenticationmethod',
    'urn:oasis:names:tc:SAML:2.0:ac:classes:SoftwarePKI',
    'How the person identified, in the eID’s words or as a SAML authentication context.',
  ),
  loginClaim(
    'authenticationinstant',
    '2026-11-22T12:00:00.000Z',
    'When the person identified, as ISO 8601 with milliseconds.',
  ),
  loginClaim(
    'nameidentifier',
    '4a52d86dcce544c99991fa4ff79f3ea7',
    '`sub` without braces and hyphens.',
  ),
  loginClaim(
    'sessionindex',
    '06f44db0-d5d5-4a58-9295-4e6b8b4dbebb',
    'The login; the same in all answers of one session.',
  ),
  loginClaim('country', 'SE', 'ISO 3166-1 alpha-2.'),
  loginClaim('acr', 'urn:grn:authn:xx:some-eid', 'The requested acr value.'),
  {
    ...loginClaim('amr', ['mfa'], 'Authentication methods (RFC 8176).'),
    schema: { type: 'array', items: { type: 'string' } },
  },
  {
    ...loginClaim('auth_time', 1_795_348_800, 'When the person identified, in seconds since 1970.'),
    schema: { type: 'integer' },
  },
];

/** The claims of the protocol that say what a token is, and for whom (RFC 7519, OpenID Connect). */
export const PROTOCOL_CLAIMS: readonly string[] = [
  ...['iss', 'sub', 'aud', 'exp', 'nbf', 'iat', 'jti', 'nonce', 'azp', 'sid'],
  ...['at_hash', 'c_hash', 's_hash'],
];

function loginClaim(name: string, example: Json, description: string): ClaimOffer {
  return { name, scope: undefined, schema: { type: 'string' }, description, example };
}

/** The claims of one login: about the login itself, about the person, and those of the scopes. */
export function claimsOf(source: ClaimSource): JsonObject {
  return { ...loginClaims(source), ...personClaims(source) };
}

/** The claims about the person, under the eID's own names, and those of the scopes. */
export function personClaims({
  identity,
  scope,
}: Pick<ClaimSource, 'identity' | 'scope'>): JsonObject {
  const scoped = scope.map((name) => identity.scopedClaims[name] ?? {});
  return Object.assign({}, identity.claims, ...scoped);
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

/** The scopes that any eID may have. An eID without the claims of a scope ignores it. */
export const COMMON_SCOPES: readonly string[] = [
  'openid',
  'address',
  'email',
  'phone',
  'birthdate',
  'ssn',
  'evidence',
  'risk',
];

/** Scopes whose claims describe one use of the eID. A session keeps none of these claims. */
export const SCOPES_OF_ONE_USE: readonly string[] = ['evidence', 'risk'];

const MAX_SCOPE_LENGTH = 1024;

const TOKEN = /^[\x21\x23-\x5B\x5D-\x7E]+$/;

/** Reads a `scope` parameter: tokens separated by exactly one ASCII space. Undefined when malformed. */
export function parseScope(text: string): readonly string[] | undefined {
  if (text.length > MAX_SCOPE_LENGTH) return undefined;
  const tokens = text.split(' ');
  return tokens.every(isScopeToken) ? tokens : undefined;
}

/** True for one scope token (RFC 6749 section 3.3), supported or not. */
export function isScopeToken(text: string): boolean {
  return TOKEN.test(text);
}

/**
 * The granted scopes, in the order of the supported ones: those of the request, or the configured ones while dynamic
 * scopes are off.
 */
export function grantedScope(
  requested: readonly string[],
  { dynamicScopes, scopes }: Pick<Application, 'dynamicScopes' | 'scopes'>,
  supported: readonly string[],
): string[] {
  const wanted = dynamicScopes ? requested : ['openid', ...scopes];
  return supported.filter((scope) => wanted.includes(scope));
}

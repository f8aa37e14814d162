import type { Application } from './application.ts';

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

import { decodeJwt } from 'jose';
import Provider from 'oidc-provider';

import { SIGNED_REQUESTS } from '../errors/entries/client-authentication.ts';
import { libraryError } from '../errors/oauth-errors.ts';
import type { JwtClaims } from './jwt-rules.ts';
import type { Params } from './request-checks.ts';

const ROUTES: readonly (string | undefined)[] = [
  'authorization',
  'pushed_authorization_request',
  'backchannel_authentication',
];

/** JSON inside a request object. Each has its own rules. */
const STRUCTURED = ['claims', 'authorization_details'];

/**
 * Refuses a request object with a claim that cannot become text, such as `{"toString": 1}`. The library makes text of
 * each claim before its first callback for the request object, so the search for the client calls this.
 */
export function refuseClaimsWithoutText(): void {
  const { oidc } = Provider.ctx ?? {};
  if (oidc === undefined || !ROUTES.includes(oidc.route)) return;
  const request = oidc.params?.request ?? oidc.body?.request;
  if (typeof request !== 'string') return;
  const name = Object.entries(claimsIn(request)).find(([, value]) => !hasText(value))?.[0];
  if (name !== undefined) throw notText(name);
}

/** Refuses a parameter that is an object or null: the library would read `[object Object]` as its value. */
export function validateTypes(claims: JwtClaims, params: Params): void {
  const names = Object.keys(params).filter((name) => !STRUCTURED.includes(name));
  const wrong = names.find((name) => Object.hasOwn(claims, name) && !isText(claims[name]));
  if (wrong === undefined) return;
  // The library shapes its answer by these; it must not use `[object Object]`.
  if (['state', 'response_type', 'response_mode'].includes(wrong)) params[wrong] = undefined;
  throw notText(wrong);
}

/** A number or a boolean counts as text. The library refuses a list. */
function isText(value: unknown): boolean {
  return typeof value !== 'object' || Array.isArray(value);
}

function hasText(value: unknown): boolean {
  if (isText(value)) return true;
  try {
    return String(value) !== '';
  } catch {
    return false;
  }
}

/** The library refuses a value that is no JWT. */
function claimsIn(request: string): JwtClaims {
  try {
    return decodeJwt(request);
  } catch {
    return {};
  }
}

function notText(name: string): Error {
  const values = { name: /^\w{1,40}$/.test(name) ? name : 'each parameter' };
  return libraryError(SIGNED_REQUESTS['request-object-type'], { values });
}

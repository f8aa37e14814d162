import type { Context, Middleware } from 'koa';

import { DISCOVERY, EMBEDDED, ENDPOINTS } from '../endpoints.ts';
import { standingOf } from './judge-origin.ts';

/** Who may read an answer from a script: every page, or the pages of the application that asks. */
type Readers = 'everybody' | 'application';

const PUBLISHED = '/.well-known/';
const APPLICATION_ENDPOINTS: readonly string[] = [
  ENDPOINTS.pushed_authorization_request,
  ENDPOINTS.token,
  ENDPOINTS.userinfo,
];

const METHODS = 'GET, POST';
/** What the SDKs send beside a plain request. */
const REQUEST_HEADERS = [
  ...['authorization', 'content-type', 'cache-control', 'prefer'],
  ...['traceparent', 'tracestate'],
].join(', ');
const ANSWER_HEADERS = 'Trace-Id, X-Request-Id, WWW-Authenticate, Retry-After';
/** How long a browser may remember a preflight, in seconds. */
const MAX_AGE = '3600';

/**
 * Which pages' scripts may read which answers (CORS). Never with cookies. A preflight does not say which
 * application asks, so each succeeds; the request itself is refused before it does anything when its page is
 * not the application's. The script may read that refusal, and any other error: errors hold nothing secret,
 * and a developer who cannot read them has no way to find the missing redirect URI.
 */
export const cors: Middleware = async (ctx, next) => {
  const readers = readersOf(ctx.path);
  if (readers === undefined) return next();
  const origin = originIn(ctx, readers);
  if (readers === 'application') ctx.vary('Origin');
  if (ctx.method === 'OPTIONS') return answerPreflight(ctx, origin);
  // The library stays out of it where it finds such a header.
  if (readers === 'everybody') ctx.set('Access-Control-Allow-Origin', '*');
  await next();
  if (readers === 'application') allow(ctx, origin);
  if (standingOf(ctx) === 'unregistered') nameOrigin(ctx, origin);
  return undefined;
};

function readersOf(path: string): Readers | undefined {
  if (path.startsWith(PUBLISHED) || path.endsWith(DISCOVERY)) return 'everybody';
  if (path.endsWith(ENDPOINTS.authorization) || path.startsWith(`${EMBEDDED}/`)) {
    return 'application';
  }
  return APPLICATION_ENDPOINTS.includes(path) ? 'application' : undefined;
}

/** What is allowed may be named; `null` stands for anybody, and never is. */
function originIn(ctx: Context, readers: Readers): string | undefined {
  if (readers === 'everybody') return '*';
  const origin = ctx.get('Origin');
  return URL.canParse(origin) && new URL(origin).origin === origin ? origin : undefined;
}

function answerPreflight(ctx: Context, origin: string | undefined): void {
  ctx.status = 204;
  if (origin === undefined || ctx.get('Access-Control-Request-Method') === '') return;
  ctx.set({
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Methods': METHODS,
    'Access-Control-Allow-Headers': REQUEST_HEADERS,
    'Access-Control-Max-Age': MAX_AGE,
  });
}

/** Replaces what the library allowed before it knew who asks. */
function allow(ctx: Context, origin: string | undefined): void {
  ctx.remove('Access-Control-Allow-Origin');
  ctx.remove('Access-Control-Expose-Headers');
  const readable = standingOf(ctx) === 'registered' || ctx.status >= 400;
  if (origin === undefined || !readable) return;
  ctx.set('Access-Control-Allow-Origin', origin);
  ctx.set('Access-Control-Expose-Headers', ANSWER_HEADERS);
}

/** Tells the developer which origin to register; it was parsed, so it holds nothing but an origin. */
function nameOrigin(ctx: Context, origin: string | undefined): void {
  if (origin === undefined || typeof ctx.body !== 'object') return;
  ctx.body = { ...ctx.body, origin };
}

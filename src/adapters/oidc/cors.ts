import type { Context, Middleware } from 'koa';
import type { Configuration as LibraryConfiguration } from 'oidc-provider';
import type { Application } from '../../domain/application.ts';
import { Failure } from '../../domain/failure.ts';
import type { Domain } from '../../domain/tenant.ts';
import type { Configuration } from '../../ports/configuration.ts';
import { DISCOVERY, EMBEDDED, ENDPOINTS, OPENAPI } from './endpoints.ts';
import { withOAuthErrorsSync } from './errors/oauth-errors.ts';
import { contextOf } from './request-context.ts';

/** The pages whose scripts may read an answer: all, or those of the application that sends the request. */
type Readers = 'everybody' | 'application';

const WELL_KNOWN = '/.well-known/';
const APPLICATION_ENDPOINTS: readonly string[] = [
  ENDPOINTS.pushed_authorization_request,
  ENDPOINTS.token,
  ENDPOINTS.userinfo,
];

const METHODS = 'GET, POST';
/** The headers that the SDKs add to a plain request. */
const REQUEST_HEADERS = [
  'authorization',
  'content-type',
  'cache-control',
  'prefer',
  'traceparent',
  'tracestate',
].join(', ');
const ANSWER_HEADERS = 'Trace-Id, X-Request-Id, Support-Code, WWW-Authenticate, Retry-After';
/** How long a browser may remember a preflight, in seconds. */
const MAX_AGE = '3600';

/**
 * Which pages' scripts may read which answers (CORS), never with cookies. A preflight does not name the application,
 * so each succeeds. The request itself is refused before it has any effect when its page is not the application's.
 * The script may read that refusal, and any other error: errors hold no secret, and a developer needs them to find
 * a missing redirect URI.
 */
export const cors: Middleware = async (ctx, next) => {
  const readers = readersOf(ctx.path);
  if (readers === undefined) return next();
  const origin = originIn(ctx, readers);
  if (readers === 'application') ctx.vary('Origin');
  if (ctx.method === 'OPTIONS') return answerPreflight(ctx, origin);
  // The library leaves the headers alone where it finds this one.
  if (readers === 'everybody') ctx.set('Access-Control-Allow-Origin', '*');
  await next();
  if (readers === 'application') allow(ctx, origin);
  if (contextOf(ctx).originTrust === 'unregistered') nameOrigin(ctx, origin);
  return undefined;
};

function readersOf(path: string): Readers | undefined {
  if (path.startsWith(WELL_KNOWN) || path.endsWith(DISCOVERY) || path === OPENAPI) {
    return 'everybody';
  }
  if (path.endsWith(ENDPOINTS.authorization) || path.startsWith(`${EMBEDDED}/`)) {
    return 'application';
  }
  return APPLICATION_ENDPOINTS.includes(path) ? 'application' : undefined;
}

/** The origin that an answer may name. `null` is the origin of any page, and never named. */
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

/** Replaces the headers that the library set before the client was authenticated. */
function allow(ctx: Context, origin: string | undefined): void {
  ctx.remove('Access-Control-Allow-Origin');
  ctx.remove('Access-Control-Expose-Headers');
  const readable = contextOf(ctx).originTrust === 'registered' || ctx.status >= 400;
  if (origin === undefined || !readable) return;
  ctx.set('Access-Control-Allow-Origin', origin);
  ctx.set('Access-Control-Expose-Headers', ANSWER_HEADERS);
}

/** Names the origin that a developer has to register; it was parsed, so it holds nothing but an origin. */
function nameOrigin(ctx: Context, origin: string | undefined): void {
  if (origin === undefined || typeof ctx.body !== 'object') return;
  ctx.body = { ...ctx.body, origin };
}

type ClientBasedCors = NonNullable<LibraryConfiguration['clientBasedCORS']>;

interface Deps {
  readonly domain: Domain;
  readonly configuration: Configuration;
}

/** The library's callback for a script's request, once the client is found. An unregistered page is refused. */
export function makeClientBasedCors({ domain, configuration }: Deps): ClientBasedCors {
  return function clientBasedCors(ctx, _origin, { clientId }) {
    const application = configuration.application(domain, clientId);
    if (application === undefined) return false;
    withOAuthErrorsSync(() => validateOrigin(ctx, application));
    return true;
  };
}

/**
 * Validates the page of a script's request. A request that comes from no page has no origin, and passes.
 * @throws {Failure} origin-not-registered
 */
export function validateOrigin(ctx: Pick<Context, 'req'>, application: Application): void {
  const { origin } = ctx.req.headers;
  if (origin === undefined) return;
  const trust = isOriginOf(application, origin) ? 'registered' : 'unregistered';
  contextOf(ctx).originTrust = trust;
  if (trust === 'unregistered') throw new Failure('origin-not-registered', { detail: origin });
}

/** The web origins of these URLs. Those of native apps have none. */
export function webOrigins(urls: readonly string[]): readonly string[] {
  const origins = urls.map((url) => new URL(url).origin).filter((origin) => origin !== 'null');
  return [...new Set(origins)];
}

/** True for the origin of a page to which a person returns after a login or a logout. */
export function isOriginOf(application: Application, origin: string): boolean {
  const { redirectUris, postLogoutRedirectUris } = application;
  return webOrigins([...redirectUris, ...postLogoutRedirectUris]).includes(origin);
}

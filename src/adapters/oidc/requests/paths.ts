import type { Context, Middleware } from 'koa';

import { type Acr, parseAcr } from '../../../domain/acr.ts';
import type { EidCatalogue } from '../../../domain/eid-offer.ts';
import type { Domain } from '../../../domain/tenant.ts';
import { DISCOVERY, ENDPOINTS, RESUME } from '../endpoints.ts';
import { contextOf } from '../request-context.ts';

/** Other paths of well-known documents. */
const OTHER_NAMES = new Map<string, string>([
  ['/.well-known/jwks.json', ENDPOINTS.jwks],
  // RFC 8414
  ['/.well-known/oauth-authorization-server', DISCOVERY],
]);

const PREFIXED = /^\/([^/]+)(\/.+)$/;
const BEHIND_A_PREFIX: readonly string[] = [DISCOVERY, ENDPOINTS.authorization];

/**
 * Leads each request to the path that the library serves. Discovery and the authorization endpoint exist below
 * `/<base64 of an acr value>` too. Some clients are configured with one URL and cannot send `acr_values`. Any other
 * prefix is left alone, and not found.
 */
export function libraryPaths(
  domain: Domain,
  catalogue: Pick<EidCatalogue, 'withoutAlias'>,
): Middleware {
  return async (ctx, next) => {
    ctx.path = OTHER_NAMES.get(ctx.path) ?? ctx.path;
    const [, segment = '', path = ''] = PREFIXED.exec(ctx.path) ?? [];
    const sent = BEHIND_A_PREFIX.includes(path) ? acrIn(segment) : undefined;
    if (sent === undefined) return next();
    const acr = catalogue.withoutAlias(sent);
    if (path === DISCOVERY && !domain.acrValues.includes(acr)) return undefined;
    ctx.path = path;
    contextOf(ctx).prefixAcr = acr;
    await next();
    if (path === DISCOVERY && ctx.status === 200) narrow(ctx, domain, acr);
    return undefined;
  };
}

/** The padding may be escaped, or left out. */
function acrIn(segment: string): Acr | undefined {
  const sent = segment.replace(/%3d/gi, '=').replace(/={1,2}$/, '');
  const text = Buffer.from(sent, 'base64').toString('latin1');
  return base64Of(text).replace(/=+$/, '') === sent ? parseAcr(text) : undefined;
}

function narrow(ctx: Context, { issuer }: Domain, acr: Acr): void {
  ctx.body = {
    ...(ctx.body as object),
    acr_values_supported: [acr],
    authorization_endpoint: `${issuer}/${base64Of(acr)}${ENDPOINTS.authorization}`,
  };
}

function base64Of(text: string): string {
  return Buffer.from(text, 'latin1').toString('base64');
}

const PATHS: readonly string[] = [...Object.values(ENDPOINTS), DISCOVERY];

/**
 * Lets the library serve its exact paths alone: it would answer below `/OAuth2/Token/` too, past every check that
 * compares paths. A HEAD of the authorization endpoint is not served: it would consume a code that no client reads.
 */
export const exactPaths: Middleware = (ctx, next) => {
  const { path, method } = ctx;
  const isResumed = RESUME.test(path);
  if (!isResumed && !PATHS.includes(path)) return undefined;
  if (method !== 'HEAD' || !(isResumed || path === ENDPOINTS.authorization)) return next();
  ctx.status = 204;
  return undefined;
};

/** The path that the client called, before `libraryPaths` and the embedded logins changed it. */
export function calledPath({ originalUrl }: Pick<Context, 'originalUrl'>): string {
  return originalUrl.split('?', 1)[0] ?? '';
}

import type { Context, Middleware } from 'koa';

import { type Acr, parseAcr } from '../../../domain/acr.ts';
import type { Domain } from '../../../domain/tenant.ts';
import { DISCOVERY, ENDPOINTS, RESUME } from '../endpoints.ts';
import { contextOf } from '../request-context.ts';

const PREFIXED = /^\/([^/]+)(\/.+)$/;
const BEHIND_A_PREFIX: readonly string[] = [DISCOVERY, ENDPOINTS.authorization];

/**
 * Discovery and the authorization endpoint below `/<base64 of an acr value>`, for clients that know their
 * provider by one URL and cannot send `acr_values`. What is no such prefix is left alone, and not found.
 */
export function acrPrefix(domain: Domain): Middleware {
  return async (ctx, next) => {
    const [, segment = '', path = ''] = PREFIXED.exec(ctx.path) ?? [];
    const acr = BEHIND_A_PREFIX.includes(path) ? acrIn(segment) : undefined;
    if (acr === undefined) return next();
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
 * Stands before the library, which answers below `/OAuth2/Token/` as well, and at addresses that nobody needs: no
 * request gets there past what we do with the exact paths. A HEAD of the authorization endpoint would give a code
 * away that nobody receives.
 */
export const exactPaths: Middleware = (ctx, next) => {
  const { path, method } = ctx;
  const isResumed = RESUME.test(path);
  if (!isResumed && !PATHS.includes(path)) return undefined;
  if (method !== 'HEAD' || !(isResumed || path === ENDPOINTS.authorization)) return next();
  ctx.status = 204;
  return undefined;
};

/** The path that the client called, wherever we led its request since. */
export function calledPath({ originalUrl }: Pick<Context, 'originalUrl'>): string {
  return originalUrl.split('?', 1)[0] ?? '';
}

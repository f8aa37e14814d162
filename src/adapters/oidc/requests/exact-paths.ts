import type { Middleware } from 'koa';

import { DISCOVERY, ENDPOINTS, RESUME } from '../endpoints.ts';

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

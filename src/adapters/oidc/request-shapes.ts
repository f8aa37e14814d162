import type { Middleware } from 'koa';

import { ENDPOINTS } from './endpoints.ts';

/** Endpoints that programs call: their errors are JSON, whatever the caller's Accept header says. */
const PROGRAM_ENDPOINTS: readonly string[] = [ENDPOINTS.token, ENDPOINTS.userinfo];

/** Shapes requests and answers around the library: what it words otherwise than our specification. */
export const requestShapes: Middleware = async (ctx, next) => {
  if (ctx.path === '/.well-known/jwks.json') ctx.path = ENDPOINTS.jwks;
  if (PROGRAM_ENDPOINTS.includes(ctx.path)) ctx.req.headers.accept = 'application/json';
  await next();
  if (ctx.status === 303) ctx.status = 302;
  if (ctx.path.startsWith('/.well-known/') && ctx.status === 200) {
    ctx.set('Cache-Control', 'public, max-age=300');
  }
};

import type { Middleware } from 'koa';
import type { KoaContextWithOIDC } from 'oidc-provider';

/** Endpoints that programs call: their errors are JSON, whatever the caller's Accept header says. */
const PROGRAM_ENDPOINTS = new Set(['/oauth2/token', '/oauth2/userinfo']);

/** Shapes requests and answers around the library: what it words otherwise than our specification. */
export const requestShapes: Middleware = async (ctx, next) => {
  if (ctx.path === '/.well-known/jwks.json') ctx.path = '/.well-known/jwks';
  if (PROGRAM_ENDPOINTS.has(ctx.path)) ctx.req.headers.accept = 'application/json';
  await next();
  if (ctx.status === 303) ctx.status = 302;
  if (ctx.path.startsWith('/.well-known/') && ctx.status === 200) {
    ctx.set('Cache-Control', 'public, max-age=300');
  }
  allowFormTarget(ctx as unknown as KoaContextWithOIDC);
};

/** A form that posts the answer to the application may do so: to its validated redirect URI alone. */
function allowFormTarget(ctx: KoaContextWithOIDC): void {
  const policy = ctx.response.get('Content-Security-Policy');
  if (!ctx.response.is('html') || policy === '') return;
  const redirectUri = ctx.oidc?.params?.redirect_uri;
  if (typeof redirectUri !== 'string' || !ctx.oidc.client?.redirectUriAllowed(redirectUri)) return;
  const { origin, protocol } = new URL(redirectUri);
  const target = origin === 'null' ? protocol : origin;
  ctx.set('Content-Security-Policy', policy.replace("form-action 'self'", `form-action ${target}`));
}

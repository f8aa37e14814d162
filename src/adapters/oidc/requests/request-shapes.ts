import type { Middleware } from 'koa';
import type { KoaContextWithOIDC } from 'oidc-provider';

import { lifetimes } from '../../../domain/lifetimes.ts';
import { DISCOVERY, ENDPOINTS } from '../endpoints.ts';
import { CLIENT_AUTHENTICATION } from '../errors/entries/client-authentication.ts';
import { refusedAssertion } from '../errors/refused-assertion.ts';

/** Endpoints that programs call: their errors are JSON, whatever the caller's Accept header says. */
const PROGRAM_ENDPOINTS: readonly string[] = [
  ENDPOINTS.token,
  ENDPOINTS.userinfo,
  ENDPOINTS.pushed_authorization_request,
  ENDPOINTS.backchannel_authentication,
];

/** Under which the published documents are asked for as well. */
const OTHER_NAMES = new Map<string, string>([
  ['/.well-known/jwks.json', ENDPOINTS.jwks],
  // RFC 8414
  ['/.well-known/oauth-authorization-server', DISCOVERY],
]);

/** Shapes requests and answers around the library: what it words otherwise than our specification. */
export const requestShapes: Middleware = async (ctx, next) => {
  ctx.path = OTHER_NAMES.get(ctx.path) ?? ctx.path;
  if (PROGRAM_ENDPOINTS.includes(ctx.path)) ctx.req.headers.accept = 'application/json';
  await next();
  tellForeignAssertion(ctx);
  if (ctx.status === 303) ctx.status = 302;
  if (ctx.path.startsWith('/.well-known/') && ctx.status === 200) {
    ctx.set('Cache-Control', `public, max-age=${lifetimes.published}`);
  }
};

const MISMATCH = CLIENT_AUTHENTICATION['client-id-mismatch'];

/** An assertion of one client beside the id of another proves nothing: that is a failed authentication (RFC 7521 §4.2). */
function tellForeignAssertion(ctx: Partial<KoaContextWithOIDC>): void {
  const { error_description: description } = (ctx.body ?? {}) as { error_description?: unknown };
  if (ctx.oidc?.params?.client_assertion === undefined) return;
  if (description !== MISMATCH.description) return;
  ctx.status = CLIENT_AUTHENTICATION['client-assertion-refused'].status;
  ctx.body = refusedAssertion('client_id must be the sub of the assertion');
}

import type { Middleware } from 'koa';
import type Provider from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';

import { lifetimes } from '../../../domain/lifetimes.ts';
import { BACKCHANNEL_ENDPOINTS, DISCOVERY, ENDPOINTS } from '../endpoints.ts';

/** Endpoints that programs call: their errors are JSON, whatever the caller's Accept header says. */
const PROGRAM_ENDPOINTS: readonly string[] = [
  ENDPOINTS.token,
  ENDPOINTS.userinfo,
  ENDPOINTS.pushed_authorization_request,
  ENDPOINTS.backchannel_authentication,
  ...Object.values(BACKCHANNEL_ENDPOINTS),
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
  if (ctx.status === 303) ctx.status = 302;
  if (ctx.path.startsWith('/.well-known/') && ctx.status === 200) {
    ctx.set('Cache-Control', `public, max-age=${lifetimes.published}`);
  }
};

const NAME = 'x-fapi-interaction-id';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Gives the id back by which a client finds its own request for userinfo again (FAPI, "protected resources"). */
export const interactionId: Middleware = (ctx, next) => {
  const id = ctx.get(NAME);
  if (ctx.path === ENDPOINTS.userinfo && UUID.test(id)) ctx.set(NAME, id);
  return next();
};

/** The content security policy of a page whose form may end up there: an origin, or `scheme:`. */
export type PolicyFor = (formTarget: string) => string;

/**
 * The form_post page may post to the application, at its validated redirect URI. The library announces
 * each answer before it writes the page, whose script it then adds to the policy that it finds.
 */
export function allowFormPost(provider: Provider, policyFor: PolicyFor): void {
  const allow = (ctx: KoaContextWithOIDC) => {
    const { client, params } = ctx.oidc;
    const redirectUri = params?.redirect_uri;
    if (params?.response_mode !== 'form_post' || typeof redirectUri !== 'string') return;
    if (!client?.redirectUriAllowed(redirectUri)) return;
    ctx.set('Content-Security-Policy', policyFor(originOf(redirectUri)));
  };
  provider.on('authorization.success', allow);
  provider.on('authorization.error', allow);
  provider.on('server_error', allow);
}

/** Tells the client how long its pushed request is really kept. */
export function announcePushedLifetime(provider: Provider): void {
  provider.on('pushed_authorization_request.success', (ctx) => {
    ctx.body = { ...(ctx.body as object), expires_in: lifetimes.request };
  });
}

/** Where a redirect URI leads: `https://host`, or `scheme:` for a native app. */
export function originOf(redirectUri: string): string {
  const { origin, protocol } = new URL(redirectUri);
  return origin === 'null' ? protocol : origin;
}

import type { Context, Middleware } from 'koa';
import type Provider from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';

import { lifetimes } from '../../../domain/lifetimes.ts';
import { ENDPOINTS } from '../endpoints.ts';
import { percentSpaces } from './response-modes.ts';

/** Shapes every answer as clients read it: 302 where the library answers 303, spaces in a redirect as `%20`. */
export const responseShapes: Middleware = async (ctx, next) => {
  returnInteractionId(ctx);
  await next();
  if (ctx.status === 303) ctx.status = 302;
  const location = ctx.response.get('Location');
  if (location) ctx.set('Location', percentSpaces(location));
};

const INTERACTION_ID = 'x-fapi-interaction-id';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns the id by which a client finds its own request for userinfo again (FAPI, "protected resources"). */
function returnInteractionId(ctx: Context): void {
  const id = ctx.get(INTERACTION_ID);
  if (ctx.path === ENDPOINTS.userinfo && UUID.test(id)) ctx.set(INTERACTION_ID, id);
}

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

/** Answers a pushed request with the lifetime that it really has. */
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

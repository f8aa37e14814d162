import type Provider from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';

import { originOf } from './origin-of.ts';

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

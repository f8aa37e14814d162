import type Provider from 'oidc-provider';

import { lifetimes } from '../../../domain/lifetimes.ts';

/** Tells the client how long its pushed request is really kept. */
export function tellPushedLifetime(provider: Provider): void {
  provider.on('pushed_authorization_request.success', (ctx) => {
    ctx.body = { ...(ctx.body as object), expires_in: lifetimes.request };
  });
}

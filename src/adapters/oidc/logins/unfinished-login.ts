import type { Context, Middleware, Next } from 'koa';
import type Provider from 'oidc-provider';

import { RESUME } from '../endpoints.ts';
import type { CurrentLogins } from './current-logins.ts';
import { interactionOf } from './interaction-of.ts';

interface Deps {
  readonly provider: Provider;
  readonly currentLogins: CurrentLogins;
}

/**
 * Where a login goes on when it has ended. One that has not ended goes back to its page: the library would
 * begin another one and leave its order with the eID. A fault on the way keeps the cookies, so that loading
 * the page again can go on.
 */
export function unfinishedLogin({ provider, currentLogins }: Deps): Middleware {
  return async (ctx: Context, next: Next) => {
    const id = RESUME.exec(ctx.path)?.[1];
    if (id === undefined) return next();
    const login = await currentLogins.findOnce(ctx.req, id);
    const interaction = login && interactionOf(provider, login.payload);
    if (interaction !== undefined && interaction.result === undefined) {
      ctx.redirect(`/login/${id}`);
      return undefined;
    }
    await next();
    if (ctx.status >= 500) ctx.remove('Set-Cookie');
    return undefined;
  };
}

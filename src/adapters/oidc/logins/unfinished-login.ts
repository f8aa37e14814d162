import type { Context, Middleware, Next } from 'koa';
import type Provider from 'oidc-provider';

import { RESUME } from '../endpoints.ts';
import { withoutCookie } from '../sessions/fresh-session.ts';
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
  const cookie = provider.cookieName('resume');

  return async (ctx: Context, next: Next) => {
    const id = RESUME.exec(ctx.path)?.[1];
    if (id === undefined) return next();
    forgetOtherLogin(ctx, id);
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

  /** The library resumes the login of the cookie, whatever the path says: without the cookie it refuses to. */
  function forgetOtherLogin(ctx: Context, id: string): void {
    if (ctx.cookies.get(cookie) === id) return;
    ctx.req.headers.cookie = withoutCookie(ctx.req.headers.cookie, cookie);
  }
}

import type { Context, Middleware } from 'koa';
import type Provider from 'oidc-provider';
import type { InteractionResults, KoaContextWithOIDC } from 'oidc-provider';

import type { Domain } from '../../../domain/tenant.ts';
import type { SingleSignOn } from '../../../flows/single-sign-on/single-sign-on.ts';
import { RESUME } from '../endpoints.ts';

interface Deps {
  readonly provider: Provider;
  readonly domain: Domain;
  readonly singleSignOn: SingleSignOn;
}

/**
 * A login with the eID ends the session of the browser, whichever person it belonged to. Where the login is remembered,
 * it begins a new session under a new id. A signature leaves the session as it is. The library would continue the old
 * session, and let a second person log out the first. Without single sign-on there is no session and no cookie of one.
 */
export function freshSession({ provider, domain, singleSignOn }: Deps): Middleware {
  const cookie = provider.cookieName('session');

  return async function beginFresh(ctx, next) {
    if (!RESUME.test(ctx.path)) return next();
    if (domain.singleSignOn === undefined) {
      await next();
      return keepCookie(ctx, cookie);
    }
    const before = await provider.Session.get(ctx);
    const { headers } = ctx.req;
    const isLoggedIn = before.accountId !== undefined;
    if (isLoggedIn) headers.cookie = withoutCookie(headers.cookie, cookie);
    await next();
    const result = (ctx as KoaContextWithOIDC).oidc?.result;
    const isOver = ctx.status < 400 && endsSession(result);
    if (!isOver || result?.login?.remember !== true) keepCookie(ctx, cookie);
    if (!isOver || !isLoggedIn) return undefined;
    await singleSignOn.end({ domain, id: before.uid });
    await before.destroy();
    return undefined;
  };
}

/** Reads the result that `login-adapter.ts` makes of the login. */
function endsSession(result: InteractionResults | undefined): boolean {
  const eid = result?.eid as { readonly endsSession?: boolean } | undefined;
  return eid?.endsSession === true;
}

/** Lets the browser keep its cookie. */
function keepCookie(ctx: Context, name: string): void {
  const set = ctx.response.headers['set-cookie'];
  if (!Array.isArray(set)) return;
  const others = set.filter((line) => !isCookie(line, name));
  if (others.length === 0) ctx.remove('Set-Cookie');
  else ctx.set('Set-Cookie', others);
}

/** A `Cookie` header without one cookie and its signature. */
export function withoutCookie(header: string | undefined, name: string): string {
  const pairs = (header ?? '').split(/; */);
  return pairs.filter((pair) => !isCookie(pair, name)).join('; ');
}

/** True for the cookie and for its signature. */
function isCookie(text: string, name: string): boolean {
  return text.startsWith(`${name}=`) || text.startsWith(`${name}.sig=`);
}

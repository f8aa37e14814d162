import type { Context } from 'koa';

import type { Errand, FoundLogin, Logins } from '../logins/logins.ts';
import type { KeptLogin } from './kept-logins.ts';

/** Lets a request stand for the browser that the library gave its cookies to; undefined when the login is over. */
export async function takeUp(
  ctx: Context,
  { id, cookies }: KeptLogin,
  { logins, errand }: { readonly logins: Logins; readonly errand: Errand },
): Promise<FoundLogin | undefined> {
  const { url } = ctx.req;
  ctx.req.headers.cookie = cookies;
  ctx.req.url = `/login/${id}`;
  const found = await logins.find(ctx.req, ctx.res, errand);
  ctx.req.url = url;
  return found;
}

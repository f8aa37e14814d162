import type { Context } from 'koa';

import type { Aim, FoundLogin, Logins } from '../logins/logins.ts';
import type { KeptLogin } from './kept-logins.ts';

/** Lets a request stand for the browser that the library gave its cookies to; undefined when the login is over. */
export async function takeUp(
  ctx: Context,
  { id, cookies }: KeptLogin,
  { logins, aim }: { readonly logins: Logins; readonly aim: Aim },
): Promise<FoundLogin | undefined> {
  const { url } = ctx.req;
  ctx.req.headers.cookie = cookies;
  ctx.req.url = `/login/${id}`;
  const found = await logins.find(ctx.req, ctx.res, aim);
  ctx.req.url = url;
  return found;
}

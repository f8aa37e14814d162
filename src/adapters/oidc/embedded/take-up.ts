import type { Context } from 'koa';

import type { Login } from '../../../flows/browser-login/login.ts';
import type { Logins } from '../logins/logins.ts';
import type { KeptLogin } from './kept-logins.ts';

/** Lets a request stand for the browser that the library gave its cookies to; undefined when the login is over. */
export async function takeUp(
  ctx: Context,
  { id, cookies }: KeptLogin,
  logins: Logins,
): Promise<Login | undefined> {
  const { url } = ctx.req;
  ctx.req.headers.cookie = cookies;
  ctx.req.url = `/login/${id}`;
  const login = await logins.find(ctx.req, ctx.res);
  ctx.req.url = url;
  return login;
}

import type { Context, Middleware } from 'koa';

import { tooManyParameters } from '../../../domain/too-many-parameters.ts';
import { ENDPOINTS, LOGOUT } from '../endpoints.ts';
import { readText } from './read-text.ts';

const POSTED: readonly string[] = [ENDPOINTS.authorization, LOGOUT];

/**
 * An authorization request may be posted (OpenID Connect Core §3.1.2.1), and a logout. It is served as the GET that it
 * stands for: the library's own support would need cookies that other sites' requests carry too.
 */
export const postedAuthorization: Middleware = async (ctx, next) => {
  if (!POSTED.includes(ctx.path) || ctx.method !== 'POST') return next();
  if (!ctx.is('application/x-www-form-urlencoded')) return refuse(ctx, 415, 'Send a form.');
  const body = await readText(ctx.req);
  if (body === undefined) return refuse(ctx, 413, 'The form is too big.');
  if (tooManyParameters(body)) return refuse(ctx, 400, 'The form has too many fields.');
  ctx.method = 'GET';
  ctx.querystring = new URLSearchParams(body).toString();
  return next();
};

/** A form that was not read to its end would be taken for the next request of the connection. */
function refuse(ctx: Context, status: number, text: string): void {
  ctx.status = status;
  ctx.set('Connection', 'close');
  ctx.set('Cache-Control', 'no-store');
  ctx.body = `${text}\n`;
}

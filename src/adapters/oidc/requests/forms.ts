import type { IncomingMessage } from 'node:http';

import type { Context, Middleware } from 'koa';

import { tooManyParameters } from '../../../domain/request-limits.ts';
import { ENDPOINTS, HEADLESS, LOGOUT } from '../endpoints.ts';

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

/** In bytes; what the library reads by itself. */
const LIBRARY_READS = 56 * 1024;

/** Where a text to sign may be posted. */
const WITH_TEXTS: readonly string[] = [
  ENDPOINTS.pushed_authorization_request,
  ENDPOINTS.backchannel_authentication,
  HEADLESS,
];

/**
 * Reads a form that is bigger than the library reads, and leaves it where the library looks next: a text to sign
 * may be as long here as in the authorization request itself.
 */
export const bigForms: Middleware = async (ctx, next) => {
  const { length = 0 } = ctx.request;
  const isBig = length > LIBRARY_READS && length <= BIGGEST_FORM;
  if (ctx.method !== 'POST' || !WITH_TEXTS.includes(ctx.path) || !isBig) return next();
  const req: IncomingMessage & { body?: string } = ctx.req;
  const text = await readText(req);
  if (text !== undefined) req.body = text;
  return next();
};

/** In bytes: a text to sign of the greatest length whose every character is escaped, and what goes with it. */
export const BIGGEST_FORM = 128 * 1024;

/**
 * Reads a form as it was sent; undefined when it is bigger than we read. What is left of such a one stays on its way: the
 * connection is of no use afterwards.
 */
export async function readText(req: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > BIGGEST_FORM) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

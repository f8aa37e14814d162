import type { IncomingMessage } from 'node:http';

import type { Context, Middleware } from 'koa';

import { tooManyParameters } from '../../domain/too-many-parameters.ts';
import { ENDPOINTS } from './endpoints.ts';

const BIGGEST_FORM = 56 * 1024;

/**
 * An authorization request may be posted (OpenID Connect Core §3.1.2.1). It is served as the GET that it
 * stands for: the library's own support would need cookies that other sites' requests carry too.
 */
export const postedAuthorization: Middleware = async (ctx, next) => {
  if (ctx.path !== ENDPOINTS.authorization || ctx.method !== 'POST') return next();
  if (!ctx.is('application/x-www-form-urlencoded')) return refuse(ctx, 415, 'Send a form.');
  const body = await readText(ctx.req);
  if (body === undefined) return refuse(ctx, 413, 'The form is too big.');
  if (tooManyParameters(body)) return refuse(ctx, 400, 'The form has too many fields.');
  ctx.method = 'GET';
  ctx.querystring = new URLSearchParams(body).toString();
  return next();
};

function refuse(ctx: Context, status: number, text: string): void {
  ctx.status = status;
  ctx.set('Cache-Control', 'no-store');
  ctx.body = `${text}\n`;
}

/** Undefined when it is bigger than we read. */
async function readText(req: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BIGGEST_FORM) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

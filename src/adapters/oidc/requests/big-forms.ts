import type { IncomingMessage } from 'node:http';

import type { Middleware } from 'koa';

import { ENDPOINTS } from '../endpoints.ts';
import { BIGGEST_FORM, readText } from './read-text.ts';

/** In bytes; what the library reads by itself. */
const LIBRARY_READS = 56 * 1024;

/** Where a text to sign may be posted. */
const WITH_TEXTS: readonly string[] = [
  ENDPOINTS.pushed_authorization_request,
  ENDPOINTS.backchannel_authentication,
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

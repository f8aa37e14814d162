import type { IncomingMessage } from 'node:http';

import type { Context, Middleware } from 'koa';

import { ENDPOINTS } from '../endpoints.ts';

/** In characters. */
export const LONGEST_STATE = 4096;

const dropped = new WeakSet<IncomingMessage>();

/**
 * Takes a state that is too long out of an authorization request. The library gives the state back with
 * every refusal, also with those that come before we may judge: no URL of ours shall grow that long.
 */
export const dropLongState: Middleware = (ctx, next) => {
  // No part of a query is longer than all of it.
  if (ctx.path !== ENDPOINTS.authorization || ctx.querystring.length <= LONGEST_STATE)
    return next();
  const sent = new URLSearchParams(ctx.querystring);
  if (!sent.getAll('state').some((state) => state.length > LONGEST_STATE)) return next();
  sent.delete('state');
  ctx.querystring = sent.toString();
  dropped.add(ctx.req);
  return next();
};

/** True when the request came with one. */
export function hadLongState({ req }: Pick<Context, 'req'>): boolean {
  return dropped.has(req);
}

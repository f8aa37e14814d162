import type { Middleware } from 'koa';

import { ENDPOINTS } from '../endpoints.ts';

interface KeySet {
  readonly keys: readonly { readonly key_ops?: unknown }[];
}

/**
 * The keys without what tells the library that some of them sign nothing: that is no business of others, to whom
 * `use` says all (RFC 7517 §4.3).
 */
export const keySet: Middleware = async (ctx, next) => {
  await next();
  if (ctx.path !== ENDPOINTS.jwks || ctx.status !== 200) return;
  const { keys } = ctx.body as KeySet;
  ctx.body = { keys: keys.map(({ key_ops: _, ...key }) => key) };
};

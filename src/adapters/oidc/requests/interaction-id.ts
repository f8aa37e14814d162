import type { Middleware } from 'koa';

import { ENDPOINTS } from '../endpoints.ts';

const NAME = 'x-fapi-interaction-id';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Gives the id back by which a client finds its own request for userinfo again (FAPI, "protected resources"). */
export const interactionId: Middleware = (ctx, next) => {
  const id = ctx.get(NAME);
  if (ctx.path === ENDPOINTS.userinfo && UUID.test(id)) ctx.set(NAME, id);
  return next();
};

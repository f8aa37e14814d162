import type { Middleware } from 'koa';

import { percentSpaces } from './answer-url.ts';

/** Writes the spaces of every answer on a redirect so that each client's parser reads them. */
export const spacesInAnswers: Middleware = async (ctx, next) => {
  await next();
  const location = ctx.response.get('Location');
  if (location) ctx.set('Location', percentSpaces(location));
};

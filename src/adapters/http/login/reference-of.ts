import type { Context } from 'koa';

/** What finds this request in the log: the id that the front door put on its answer. */
export function referenceOf(ctx: Context): string {
  return ctx.response.get('X-Request-Id');
}

import type { Context } from 'koa';

import type { NewId } from '../../../ports/ids.ts';

/** What finds this request in the log: its id, when it has one. */
export function referenceOf(ctx: Context, newId: NewId): string {
  const { requestId } = ctx.state;
  return typeof requestId === 'string' && requestId !== '' ? requestId : newId();
}

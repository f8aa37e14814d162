import type { Context } from 'koa';

import type { Visitor } from '../../../flows/browser-login/login.ts';

/** The person's device, as far as the request of the page shows it. */
export function visitorOf(ctx: Context): Visitor {
  return { ip: ctx.get('X-Forwarded-For'), userAgent: ctx.get('User-Agent') || undefined };
}

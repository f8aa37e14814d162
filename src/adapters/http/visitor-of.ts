import type { Context } from 'koa';

import type { Language } from '../../domain/language.ts';
import type { Visitor } from '../../flows/browser-login/login.ts';

/** The browser that asks. Behind the front door the forwarding header holds what we know. */
export function visitorOf(ctx: Context, language: Language): Visitor {
  const userAgent = ctx.get('User-Agent') || undefined;
  return { ip: ctx.get('X-Forwarded-For'), userAgent, language };
}

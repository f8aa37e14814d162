import type { Context } from 'koa';

import { LANGUAGE_TAGS, languageOf } from '../../../domain/language.ts';
import type { Login, Visitor } from '../../../flows/browser-login/login.ts';

/** The person's device, as far as the request of the page shows it. */
export function visitorOf(ctx: Context, { uiLocales }: Login): Visitor {
  return {
    ip: ctx.get('X-Forwarded-For'),
    userAgent: ctx.get('User-Agent') || undefined,
    language: languageOf(uiLocales, ctx.acceptsLanguages(...LANGUAGE_TAGS)),
  };
}

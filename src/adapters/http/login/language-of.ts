import type { Context } from 'koa';

import {
  LANGUAGE_TAGS,
  type Language,
  languageOf as languageIn,
} from '../../../domain/language.ts';

/** The language of a page: what the application asked for (`ui_locales`), then the browser's, then English. */
export function languageOf(ctx: Context, uiLocales: readonly string[] = []): Language {
  return languageIn(uiLocales, ctx.acceptsLanguages(...LANGUAGE_TAGS));
}

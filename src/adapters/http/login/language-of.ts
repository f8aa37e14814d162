import type { Context } from 'koa';

import { LANGUAGES, type Language } from '../../../domain/language.ts';

/** Norwegian has one written form on our pages. */
const NORWEGIAN: readonly string[] = ['no', 'nn'];

/** Without the header `acceptsLanguages` answers the first: English. */
const TAGS = ['en', ...LANGUAGES, ...NORWEGIAN];

/** The language of a page: what the application asked for (`ui_locales`), then the browser's, then English. */
export function languageOf(ctx: Context, uiLocales: readonly string[] = []): Language {
  return asked(uiLocales) ?? preferred(ctx) ?? 'en';
}

function asked(uiLocales: readonly string[]): Language | undefined {
  return uiLocales
    .map((tag) => known(tag.split('-')[0] ?? ''))
    .find((found) => found !== undefined);
}

function preferred(ctx: Context): Language | undefined {
  const best = ctx.acceptsLanguages(...TAGS);
  return best === false ? undefined : known(best);
}

function known(subtag: string): Language | undefined {
  const tag = subtag.toLowerCase();
  return NORWEGIAN.includes(tag) ? 'nb' : LANGUAGES.find((language) => language === tag);
}

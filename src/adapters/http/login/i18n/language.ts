import type { Context } from 'koa';

import {
  LANGUAGE_TAGS,
  type Language,
  languageOf as languageIn,
} from '../../../../domain/language.ts';
import { da } from './da.ts';
import { en } from './en.ts';
import { fi } from './fi.ts';
import { nb } from './nb.ts';
import { sv } from './sv.ts';
import type { Texts } from './texts.ts';

/** The language of a page: the application's choice (`ui_locales`), then the browser's, then English. */
export function languageOf(ctx: Context, uiLocales: readonly string[] = []): Language {
  return languageIn(uiLocales, ctx.acceptsLanguages(...LANGUAGE_TAGS));
}

const CATALOGUE: Readonly<Record<Language, Texts>> = { sv, da, nb, fi, en };

/** The texts of our pages in a language. */
export function textsIn(language: Language): Texts {
  return CATALOGUE[language];
}

import type { Context } from 'koa';

import {
  LANGUAGE_TAGS,
  type Language,
  type LanguagePreferences,
  languageOf as languageIn,
} from '../../../../domain/language.ts';
import { chosenLanguage } from './chosen-language.ts';
import { da } from './da.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { et } from './et.ts';
import { fi } from './fi.ts';
import { fr } from './fr.ts';
import { lt } from './lt.ts';
import { lv } from './lv.ts';
import { nb } from './nb.ts';
import { nl } from './nl.ts';
import { sv } from './sv.ts';
import type { Texts } from './texts.ts';

/**
 * The language of a page: the person's choice, then the application's (`ui_locales`), then the browser's, then that of the
 * eID's people, then English.
 */
export function languageOf(
  ctx: Context,
  preferences: Omit<LanguagePreferences, 'browserTag'> = {},
): Language {
  const chosen = chosenLanguage(ctx);
  if (chosen !== undefined) return chosen;
  return languageIn({ ...preferences, browserTag: ctx.acceptsLanguages(...LANGUAGE_TAGS) });
}

const CATALOGUE: Readonly<Record<Language, Texts>> = {
  sv,
  da,
  nb,
  fi,
  nl,
  de,
  fr,
  et,
  lv,
  lt,
  en,
};

/** The texts of our pages in a language. */
export function textsIn(language: Language): Texts {
  return CATALOGUE[language];
}

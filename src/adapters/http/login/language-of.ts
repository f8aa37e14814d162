import type { Context } from 'koa';

import type { Language } from '../../../domain/language.ts';

const LANGUAGES: Readonly<Record<string, Language>> = {
  en: 'en',
  sv: 'sv',
  da: 'da',
  nb: 'nb',
  nn: 'nb',
  no: 'nb',
  fi: 'fi',
};

/** The language of a page: what the application asked for (`ui_locales`), then the browser's, then English. */
export function languageOf(ctx: Context, uiLocales: readonly string[] = []): Language {
  return asked(uiLocales) ?? preferred(ctx) ?? 'en';
}

function asked(uiLocales: readonly string[]): Language | undefined {
  return uiLocales
    .map((tag) => known(tag.split('-')[0] ?? ''))
    .find((found) => found !== undefined);
}

/** Without the header `acceptsLanguages` answers the first of ours, which is English. */
function preferred(ctx: Context): Language | undefined {
  const best = ctx.acceptsLanguages(...Object.keys(LANGUAGES));
  return best === false ? undefined : known(best);
}

function known(subtag: string): Language | undefined {
  const key = subtag.toLowerCase();
  return Object.hasOwn(LANGUAGES, key) ? LANGUAGES[key] : undefined;
}

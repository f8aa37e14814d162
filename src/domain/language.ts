/** The languages of our pages. */
export const LANGUAGES = ['sv', 'da', 'nb', 'fi', 'en'] as const;

/** One language, as ISO 639-1. */
export type Language = (typeof LANGUAGES)[number];

/** Norwegian has one written form on our pages. */
const NORWEGIAN: readonly string[] = ['no', 'nn'];

/** The tags to negotiate `Accept-Language` with. English comes first: it is the result without a header. */
export const LANGUAGE_TAGS = ['en', ...LANGUAGES, ...NORWEGIAN];

/** The first supported language of the request (`ui_locales`), else the browser's best tag, else English. */
export function languageOf(uiLocales: readonly string[], browserTag: string | false): Language {
  const tags = [...uiLocales, ...(browserTag === false ? [] : [browserTag])];
  return tags.map(known).find((language) => language !== undefined) ?? 'en';
}

function known(tag: string): Language | undefined {
  const subtag = (tag.split('-')[0] ?? '').toLowerCase();
  return NORWEGIAN.includes(subtag) ? 'nb' : LANGUAGES.find((language) => language === subtag);
}

/** The languages of our pages. */
export const LANGUAGES = [
  'sv',
  'da',
  'nb',
  'fi',
  'nl',
  'de',
  'fr',
  'et',
  'lv',
  'lt',
  'en',
] as const;

/** One language, as ISO 639-1. */
export type Language = (typeof LANGUAGES)[number];

/** Norwegian has one written form on our pages. */
const NORWEGIAN: readonly string[] = ['no', 'nn'];

/** No language: the result of a request without `Accept-Language`, or with `*`, which prefer none. */
const NONE = 'und';

/** The tags to negotiate `Accept-Language` with. */
export const LANGUAGE_TAGS = [NONE, ...LANGUAGES, ...NORWEGIAN];

/** The preferences for the language of a page, the stronger first. */
export interface LanguagePreferences {
  /** The request's `ui_locales`. */
  readonly uiLocales?: readonly string[];
  /** The best tag of the browser; false for none of ours. */
  readonly browserTag: string | false;
  /** The languages of the eID, where the page is about one: its people's own comes first. */
  readonly languages?: readonly Language[];
}

/** The first language that is one of ours; English without any. */
export function languageOf(preferences: LanguagePreferences): Language {
  const { uiLocales = [], browserTag, languages = [] } = preferences;
  const tags = [...uiLocales, ...(browserTag === false ? [] : [browserTag]), ...languages];
  return tags.map(known).find((language) => language !== undefined) ?? 'en';
}

function known(tag: string): Language | undefined {
  const subtag = (tag.split('-')[0] ?? '').toLowerCase();
  return NORWEGIAN.includes(subtag) ? 'nb' : LANGUAGES.find((language) => language === subtag);
}

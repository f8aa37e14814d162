/** The languages of our pages. */
export const LANGUAGES = ['sv', 'da', 'nb', 'fi', 'en'] as const;

/** One of them, as ISO 639-1. */
export type Language = (typeof LANGUAGES)[number];

/** The languages of our pages. */
export type Language = 'sv' | 'da' | 'nb' | 'fi' | 'en';

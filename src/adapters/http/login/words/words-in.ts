import type { Language } from '../../../../domain/language.ts';
import { da } from './da.ts';
import { en } from './en.ts';
import { fi } from './fi.ts';
import { nb } from './nb.ts';
import { sv } from './sv.ts';
import type { Words } from './words.ts';

const CATALOGUE: Readonly<Record<Language, Words>> = { sv, da, nb, fi, en };

/** Our own words in a language. */
export function wordsIn(language: Language): Words {
  return CATALOGUE[language];
}

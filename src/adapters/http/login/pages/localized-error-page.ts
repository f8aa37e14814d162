import type { Context } from 'koa';

import { languageOf } from '../language-of.ts';
import type { ErrorWords } from '../words/words.ts';
import { wordsIn } from '../words/words-in.ts';
import { type ErrorFacts, errorPage } from './error-page.ts';

/** What is told, and the name of what happened when the page may have words of its own for it. */
export interface LocalizedFacts extends Omit<ErrorFacts, 'language'> {
  readonly entry?: string | undefined;
}

/** The error page in the language of the browser that asks. */
export function localizedErrorPage(ctx: Context, { entry, ...facts }: LocalizedFacts): string {
  const language = languageOf(ctx);
  const errors: Readonly<Record<string, ErrorWords>> = wordsIn(language).errors;
  const own = entry !== undefined && Object.hasOwn(errors, entry) ? errors[entry] : undefined;
  return errorPage({ ...facts, ...own, language });
}

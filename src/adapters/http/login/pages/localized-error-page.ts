import type { Context } from 'koa';

import { languageOf } from '../language-of.ts';
import { type ErrorFacts, errorPage } from './error-page.ts';

/** The error page in the language of the browser that asks. */
export function localizedErrorPage(ctx: Context, facts: Omit<ErrorFacts, 'language'>): string {
  return errorPage({ ...facts, language: languageOf(ctx) });
}

import type { Language } from '../../../../domain/language.ts';
import { html } from '../html.ts';
import { wordsIn } from '../words/words-in.ts';
import { document } from './document.ts';
import { stoppedIcon } from './icons.ts';

/** A refusal that has no login to go back to. */
export interface ErrorFacts {
  /** In the page's language; a general one by default. */
  readonly title?: string;
  /** For those who look it up: `invalid_request`. */
  readonly code: string;
  readonly description: string;
  /** Finds the request in our log. */
  readonly reference: string;
  readonly language: Language;
}

/** The error page as a document; everything in it is escaped. Send it with `pageHeaders()`. */
export function errorPage({ title, code, description, reference, language }: ErrorFacts): string {
  const words = wordsIn(language);
  const heading = title ?? words.errors['internal-error'].title;
  return document({
    language,
    title: heading,
    body: html`<main class="card" data-testid="error-page">
${stoppedIcon}
<h1>${heading}</h1>
<p class="message" data-testid="message">${description}</p>
<p class="reference">${words.errorCode}: <code data-testid="error-code">${code}</code><br>${words.reference}: <code data-testid="reference">${reference}</code></p>
</main>`,
  });
}

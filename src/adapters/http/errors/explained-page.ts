import type { Language } from '../../../domain/language.ts';
import { html } from '../login/html.ts';
import { document } from '../login/pages/document.ts';
import { stoppedIcon } from '../login/pages/icons.ts';
import { wordsIn } from '../login/words/words-in.ts';
import { ERROR_WORDS } from './error-words.ts';

/** What is said about one error; in English, but for its code. */
export interface Explanation {
  /** As a program is told it: `invalid_request`. */
  readonly error: string;
  readonly description?: string;
  readonly cause: string;
  readonly fix: string;
}

interface Asked {
  readonly language: Language;
  /** Of the answer that brought the person here; undefined when the URL has none. */
  readonly reference: string | undefined;
}

/** The explanation as a document; everything in it is escaped. */
export function explainedPage(explanation: Explanation, { language, reference }: Asked): string {
  const { error, description, cause, fix } = explanation;
  const { heading, ...labels } = ERROR_WORDS[language];
  const { errorCode, reference: referenceLabel } = wordsIn(language);
  return document({
    language,
    title: `${heading}: ${error}`,
    body: html`<main class="card" data-testid="explained-error">
${stoppedIcon}
<h1>${heading}</h1>
<p class="message" lang="en" data-testid="message">${description ?? error}</p>
<h2>${labels.cause}</h2>
<p lang="en" data-testid="cause">${cause}</p>
<h2>${labels.fix}</h2>
<p lang="en" data-testid="fix">${fix}</p>
<p class="reference">${errorCode}: <code data-testid="error-code">${error}</code>${reference !== undefined && html`<br>${referenceLabel}: <code data-testid="reference">${reference}</code>`}</p>
</main>`,
  });
}

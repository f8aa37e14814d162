import { html } from 'eid-broker/adapters/http/login/html';

import type { Refusal } from '../explain-refusal.ts';
import { type LoginChoice, loginPath } from '../login-choice.ts';
import { document } from './document.ts';

/** The reason for a failed login, with a link to try again. */
export function refusalPage(
  { error, description, supportCode, explanation }: Refusal,
  choice: LoginChoice,
): string {
  return document({
    title: 'Not logged in',
    body: html`<section class="card narrow" data-testid="error">
<h1>${HEADINGS[error] ?? 'That did not work'}</h1>
<p>Nobody is logged in, and nothing has happened. You can simply try again.</p>
<dl class="facts">
<dt>error</dt><dd><code data-testid="error-code">${error}</code></dd>
${description !== '' && html`<dt>description</dt><dd data-testid="error-description">${description}</dd>`}
${supportCode !== undefined && html`<dt>support code</dt><dd><code data-testid="support-code">${supportCode}</code></dd>`}
${explanation !== undefined && html`<dt>explanation</dt><dd><a href="${explanation}" data-testid="explanation">What this error means</a></dd>`}
</dl>
<div class="actions">
<a class="button primary" href="${loginPath(choice)}" data-testid="try-again">Try again</a>
<a class="button quiet" href="/">Choose another way to log in</a>
</div>
</section>`,
  });
}

const HEADINGS: Readonly<Record<string, string>> = {
  access_denied: 'The login was not completed',
  service_unreachable: 'The service does not answer',
  unexpected_answer: 'We did not expect this answer',
};

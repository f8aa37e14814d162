import type { Context } from 'koa';

import type { Language } from '../../../../domain/language.ts';
import { html } from '../html.ts';
import { languageOf } from '../language-of.ts';
import { document } from './document.ts';

const WORDS: Readonly<Record<Language, { readonly title: string; readonly text: string }>> = {
  en: { title: 'You are logged out', text: 'You can close this window.' },
  sv: { title: 'Du är utloggad', text: 'Du kan stänga fönstret.' },
  da: { title: 'Du er logget ud', text: 'Du kan lukke vinduet.' },
  nb: { title: 'Du er logget ut', text: 'Du kan lukke vinduet.' },
  fi: { title: 'Olet kirjautunut ulos', text: 'Voit sulkea ikkunan.' },
};

/** The page after a logout that leads nowhere, in the language that the application or the browser asks for. */
export function loggedOutPage(ctx: Context, uiLocales: readonly string[]): string {
  const language = languageOf(ctx, uiLocales);
  const { title, text } = WORDS[language];
  return document({
    language,
    title,
    body: html`<main class="card" data-testid="logged-out-page">
<h1>${title}</h1>
<p class="message" data-testid="message">${text}</p>
</main>`,
  });
}

import { purposeOf } from '../../../../domain/purpose.ts';
import { assetPath } from '../assets.ts';
import { html } from '../html.ts';
import { pathOf, type Scene } from '../scene.ts';
import { actionWords } from '../words/action-words.ts';
import { wordsIn } from '../words/words-in.ts';
import { document } from './document.ts';
import type { Page } from './page.ts';

/** A page of a login as a document. The script replaces the contents of the `data-part` elements only. */
export function layout(page: Page, scene: Scene): string {
  const { login, eid, language } = scene;
  const { applicationName, intent } = login;
  const purpose = purposeOf(intent.action, applicationName, language);
  const { asks } = actionWords(scene);
  return document({
    language,
    title: `${page.heading} – ${purpose}`,
    head: html`<script type="module" src="${assetPath('login.js')}"></script>
${
  page.reloads &&
  html`<script src="${assetPath('reload.js')}" defer></script>
<noscript><meta http-equiv="refresh" content="2"></noscript>`
}`,
    body: html`<main class="card" data-state="${page.state}" data-path="${pathOf(login)}" data-testid="login-page">
<p class="asks" data-testid="asks">${asks(applicationName, eid.title)}</p>
<p class="purpose" data-part="purpose" data-testid="purpose">${page.purpose}</p>
<h1 tabindex="-1" data-part="heading">${page.heading}</h1>
<div data-part="picture">${page.picture}</div>
<p class="message" role="status" data-part="message" data-offline="${wordsIn(language).offline}" data-testid="message">${page.message}</p>
<div data-part="text">${page.text}</div>
<div class="actions" data-part="actions">${page.actions}</div>
</main>`,
  });
}

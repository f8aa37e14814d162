import { parseMarkdown } from '../../../../domain/markdown.ts';
import type { ShownText } from '../../../../domain/shown-text.ts';
import { type Html, html } from '../html.ts';
import { pathOf, type Scene } from '../scene.ts';
import { wordsIn } from '../words/words-in.ts';
import { markdownHtml } from './markdown-html.ts';

/** The text, before the person's click: a signature's to be read in full, or the application's message. */
export function textToRead(scene: Scene): Html | undefined {
  const box = textBox(scene);
  if (box === undefined || !isSignature(scene)) return box;
  const words = wordsIn(scene.language);
  return html`<section class="text">
<h2 class="name">${words.textToSign}</h2>
<p>${words.sameTextInApp(scene.eid.title)}</p>
${box}
</section>`;
}

/**
 * The text, once the person has clicked: a signature's stays within reach. Without a script the page loads itself
 * anew, which would close it each time: there a page of its own shows it.
 */
export function textAgain(scene: Scene): Html | undefined {
  const box = textBox(scene);
  if (box === undefined || !isSignature(scene)) return box;
  const words = wordsIn(scene.language);
  return html`<details class="text" data-testid="text-again">
<summary><h2 class="name">${words.textToSign}</h2></summary>
${box}
</details>
<noscript><a class="button quiet" href="${textPathOf(scene)}" data-testid="read-text">${words.readText}</a></noscript>`;
}

/** Where the text stands alone. */
function textPathOf({ login }: Scene): string {
  return `${pathOf(login)}/text`;
}

function isSignature({ login }: Scene): boolean {
  return login.intent.kind === 'signature';
}

/** A long text scrolls inside; the keyboard gets there, and screen readers hear what it is. */
function textBox({ login, language }: Scene): Html | undefined {
  const { kind, text } = login.intent;
  if (text?.visible === undefined) return undefined;
  const words = wordsIn(language);
  const name = kind === 'signature' ? words.textToSign : words.messageFrom(login.applicationName);
  return html`<div class="box ${kind}" role="region" tabindex="0" aria-label="${name}" data-testid="text">${contentsOf(text)}</div>`;
}

/** Exactly what the eID is given to show: nothing is trimmed, nothing comes alive. */
function contentsOf({ visible = '', format }: ShownText): Html {
  const text = Buffer.from(visible, 'base64').toString('utf8');
  if (format === 'markdown') return markdownHtml(parseMarkdown(text));
  return html`<div class="plain" data-testid="plain-text">${text}</div>`;
}

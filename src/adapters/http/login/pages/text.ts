import type { ShownText } from '../../../../domain/intent.ts';
import {
  type Block,
  type Inline,
  parseMarkdown,
  type TableRow,
} from '../../../../domain/markdown.ts';
import { type Html, html } from '../html.ts';
import { textsIn } from '../i18n/language.ts';
import { type PageContext, pathOf } from '../login-context.ts';
import type { Page } from './document.ts';

/** The text before the person's click: the text to sign in full length, or the application's message. */
export function textToRead(context: PageContext): Html | undefined {
  const box = textBox(context);
  if (box === undefined) return undefined;
  if (!isSignature(context)) return message(box, context);
  const { language, title, hasApp } = context;
  const texts = textsIn(language);
  const sameText = hasApp ? texts.sameTextInApp(title) : texts.sameTextAtEid(title);
  return html`<section class="text">
<h2 class="name">${texts.textToSign}</h2>
<p>${sameText}</p>
${box}
</section>`;
}

/**
 * The text after the person's click; a text to sign is folded. Without a script each reload closes the fold, so a page
 * of its own shows the text.
 */
export function textAgain(context: PageContext): Html | undefined {
  const box = textBox(context);
  if (box === undefined) return undefined;
  if (!isSignature(context)) return message(box, context);
  const texts = textsIn(context.language);
  return html`<details class="text" data-testid="text-again">
<summary><h2 class="name">${texts.textToSign}</h2></summary>
${box}
</details>
<noscript><a class="button quiet" href="${textPathOf(context)}" data-testid="read-text">${texts.readText}</a></noscript>`;
}

/** The path of the page with the text alone. */
function textPathOf({ login }: PageContext): string {
  return `${pathOf(login)}/text`;
}

function isSignature({ login }: PageContext): boolean {
  return login.intent.kind === 'signature';
}

/** The application's words are labelled as its own. */
function message(box: Html, { login, language }: PageContext): Html {
  return html`<section class="text">
<h2 class="name">${textsIn(language).messageFrom(login.applicationName)}</h2>
${box}
</section>`;
}

/** A wide table scrolls inside. The keyboard reaches it, and screen readers read its name. */
function textBox({ login, language }: PageContext): Html | undefined {
  const { kind, text } = login.intent;
  if (text?.visible === undefined) return undefined;
  const texts = textsIn(language);
  const name = kind === 'signature' ? texts.textToSign : texts.messageFrom(login.applicationName);
  return html`<div class="box ${kind}" role="region" tabindex="0" aria-label="${name}" data-testid="text">${contentsOf(text)}</div>`;
}

/** Exactly the text that the eID shows: nothing is trimmed, and no markup of the text is HTML. */
function contentsOf({ visible = '', format }: ShownText): Html {
  const text = Buffer.from(visible, 'base64').toString('utf8');
  if (format === 'markdown') return markdownHtml(parseMarkdown(text));
  return html`<div class="plain" data-testid="plain-text">${text}</div>`;
}

type Level = Extract<Block, { readonly kind: 'heading' }>['level'];

/**
 * The blocks of a text as HTML, below a heading of the second level. HTML in the text is escaped. The level of a
 * heading sets its class. For screen readers the elements leave out levels that the text skips.
 */
export function markdownHtml(blocks: readonly Block[]): Html {
  const levels = blocks.flatMap((block) => (block.kind === 'heading' ? [block.level] : []));
  const used = [...new Set(levels)].sort();
  return html`${blocks.map((block) => blockHtml(block, used))}`;
}

function blockHtml(block: Block, levels: readonly Level[]): Html {
  switch (block.kind) {
    case 'heading':
      return headingHtml(block.level, levels.indexOf(block.level), inlineHtml(block.content));
    case 'list':
      return html`<ul>${block.items.map((item) => html`<li>${inlineHtml(item)}</li>`)}</ul>`;
    case 'rule':
      return html`<hr>`;
    case 'table':
      return tableHtml(block.head, block.rows);
    case 'paragraph':
      return html`<p class="plain">${block.lines.map(lineHtml)}</p>`;
  }
}

function headingHtml(level: Level, depth: number, content: Html): Html {
  const className = `heading-${level}`;
  if (depth === 0) return html`<h3 class="${className}">${content}</h3>`;
  if (depth === 1) return html`<h4 class="${className}">${content}</h4>`;
  return html`<h5 class="${className}">${content}</h5>`;
}

function tableHtml(head: TableRow, rows: readonly TableRow[]): Html {
  const names = head.map((cell) => html`<th scope="col">${inlineHtml(cell)}</th>`);
  const body = rows.map((row) => {
    const cells = row.map((cell) => html`<td>${inlineHtml(cell)}</td>`);
    return html`<tr>${cells}</tr>`;
  });
  return html`<table><thead><tr>${names}</tr></thead><tbody>${body}</tbody></table>`;
}

/** Line breaks of a paragraph are shown. */
function lineHtml(line: readonly Inline[], at: number): Html {
  return html`${at > 0 && '\n'}${inlineHtml(line)}`;
}

function inlineHtml(line: readonly Inline[]): Html {
  return html`${line.map(({ text, strong }) => (strong ? html`<strong>${text}</strong>` : text))}`;
}

/** The text alone, for browsers without a script: a page that stays as it is while the person reads. */
export function readPage(context: PageContext): Page {
  return {
    state: 'read',
    heading: textsIn(context.language).readText,
    picture: undefined,
    message: '',
    text: textToRead(context),
    actions: html`<a class="button primary" href="${pathOf(context.login)}" data-testid="back">${textsIn(context.language).goBack}</a>`,
    reloads: false,
  };
}

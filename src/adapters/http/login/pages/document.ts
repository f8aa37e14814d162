import type { Language } from '../../../../domain/language.ts';
import { purposeOf } from '../../../../domain/purpose.ts';
import { shownSupportCode } from '../../../../domain/support-code.ts';
import { assetPath } from '../assets.ts';
import { type Html, html } from '../html.ts';
import { textsIn } from '../i18n/language.ts';
import { type PageContext, pathOf } from '../login-context.ts';
import { brandStyle, type Frame, footerOf, headerOf, type SamePage } from './frame.ts';
import { copyScript, supportCodeLine } from './support-code.ts';

/** The variable parts of a page. */
export interface Contents {
  readonly language: Language;
  readonly title: string;
  readonly head?: Html;
  readonly body: Html;
  readonly frame: Frame;
  /** For the language switch; undefined: the page has none. */
  readonly samePage: SamePage | undefined;
  /** In the footer, above the language switch: the support code, with its script. */
  readonly footer?: Html | undefined;
}

/** A whole HTML document without inline scripts or styles, and without resources of other hosts. */
export function document(contents: Contents): string {
  const { language, title, head, body, frame, samePage, footer: slot } = contents;
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<link rel="icon" href="${assetPath('icon.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${assetPath('login.css')}">
${brandStyle(frame)}
${head}
${slot !== undefined && copyScript}
</head>
<body>
${headerOf(frame, language)}
${body}
${footerOf({ frame, language, samePage, slot })}
</body>
</html>
`.toString();
}

/**
 * The kind of page, for the script: it fetches the page again when this changes.
 * `read` a text alone · `scan` a QR code · `open` a link into the app · `app` the person is in the app ·
 * `return` the person must return from the app · `depart` the person continues on the eID's own pages ·
 * `answer` the eID's answer is examined · `input` the person types what the start needs · `code` the person compares
 * codes.
 */
export type PageState =
  | 'choose'
  | 'confirm'
  | 'read'
  | 'scan'
  | 'open'
  | 'app'
  | 'return'
  | 'depart'
  | 'answer'
  | 'input'
  | 'code'
  | 'ended';

/** The parts of one page of a login. */
export interface Page {
  readonly state: PageState;
  /** The step: at the same place on every page. */
  readonly heading: string;
  readonly picture: Html | undefined;
  /** The state of the order. Screen readers read it out when it changes. */
  readonly message: string;
  /** Its language; absent: the page's. */
  readonly messageLanguage?: Language;
  /** The time that is left for the step, in words. */
  readonly timeLeft?: string | undefined;
  /** The text to sign, or the application's message. */
  readonly text: Html | undefined;
  readonly actions: Html;
  /** The page reloads itself where login.js does not run. */
  readonly reloads: boolean;
}

/** A page of a login as a document. The script replaces the contents of the `data-part` elements only. */
export function layout(page: Page, context: PageContext): string {
  const { login, language, frame, isPreview = false } = context;
  const { messageLanguage = language } = page;
  const purpose = purposeOf(login.intent.action, login.applicationName, language);
  const path = pathOf(login);
  const { supportCode: code } = login;
  return document({
    language,
    title: `${page.heading} – ${purpose}`,
    frame,
    samePage: { path: page.state === 'read' ? `${path}/text` : path, parameters: [] },
    footer: supportCodeLine(code && shownSupportCode(code), language),
    head: html`<script type="module" src="${assetPath('login.js')}"></script>
${
  page.reloads &&
  !isPreview &&
  html`<script src="${assetPath('reload.js')}" defer></script>
<noscript><meta http-equiv="refresh" content="2"></noscript>`
}`,
    body: html`<main class="card" data-state="${page.state}" data-path="${path}"${isPreview && html` data-preview=""`} data-testid="login-page">
<h1 tabindex="-1" data-part="heading">${page.heading}</h1>
<p class="purpose" data-testid="purpose">${purpose}</p>
<div class="picture" data-part="picture">${page.picture}</div>
<div class="content">
<p class="message" role="status" data-part="message"${messageLanguage !== language && html` lang="${messageLanguage}"`} data-offline="${textsIn(language).offline}" data-testid="message">${page.message}</p>
<div data-part="text">${page.text}</div>
<div class="actions" data-part="actions">${page.actions}</div>
<p class="time" data-part="time" data-testid="time-left">${page.timeLeft}</p>
</div>
<p class="alert" role="alert" data-part="alert" data-testid="qr-out-of-view"></p>
</main>`,
  });
}

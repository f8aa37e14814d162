import type { Context } from 'koa';

import { LANGUAGES, type Language } from '../../../../domain/language.ts';
import type { Environment } from '../../../../domain/tenant.ts';
import { type Html, html } from '../html.ts';
import { LANGUAGE_PARAMETER } from '../i18n/chosen-language.ts';
import { FRAME_TEXTS } from '../i18n/frame-texts.ts';

/** What all pages of a domain have around their contents. */
export interface Frame {
  readonly environment: Environment | undefined;
}

/** Of a page before its domain is known. */
const NO_FRAME: Frame = { environment: undefined };

/** Every later page of this request gets the frame. */
export function setFrame(ctx: Context, frame: Frame): void {
  ctx.state.frame = frame;
}

/** The frame of this request. */
export function frameOf(ctx: Context): Frame {
  return (ctx.state.frame as Frame | undefined) ?? NO_FRAME;
}

/** The page that the language switch loads again: a path, and its parameters but the language. */
export interface SamePage {
  readonly path: string;
  readonly parameters: readonly (readonly [string, string])[];
}

/** In characters: each page repeats the query in its form. */
const MAX_QUERY = 2_048;

/** Undefined where a GET does not show the page again: after a posted form, and with a very long query. */
export function samePageOf({ method, path, querystring }: Context): SamePage | undefined {
  if (method !== 'GET' || querystring.length > MAX_QUERY) return undefined;
  const parameters = [...new URLSearchParams(querystring)];
  return { path, parameters: parameters.filter(([name]) => name !== LANGUAGE_PARAMETER) };
}

/** The top of a page; undefined when it would be empty. */
export function headerOf({ environment }: Frame, language: Language): Html | undefined {
  if (environment !== 'test') return undefined;
  return html`<header class="top"><p class="amber" data-testid="test-domain">${FRAME_TEXTS[language].testDomain}</p></header>`;
}

/** The bottom of a page: `slot`, and the language switch, a form that works without a script. */
export function footerOf({
  language,
  samePage,
  slot,
}: {
  readonly language: Language;
  readonly samePage: SamePage | undefined;
  readonly slot: Html | undefined;
}): Html | undefined {
  if (samePage === undefined && slot === undefined) return undefined;
  return html`<footer class="foot" data-testid="footer">
${slot}
${samePage && languageSwitch(language, samePage)}
</footer>`;
}

function languageSwitch(current: Language, { path, parameters }: SamePage): Html {
  const fields = parameters.map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  const buttons = LANGUAGES.map(
    (language) =>
      html`<button name="${LANGUAGE_PARAMETER}" value="${language}" lang="${language}"${language === current && html` aria-current="true"`}>${FRAME_TEXTS[language].name}</button>`,
  );
  return html`<nav aria-label="${FRAME_TEXTS[current].language}"><form action="${path}" class="languages" data-testid="languages">${fields}${buttons}</form></nav>`;
}

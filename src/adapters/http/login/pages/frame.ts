import type { Context } from 'koa';

import { displayNameIn } from '../../../../domain/branding.ts';
import { LANGUAGES, type Language } from '../../../../domain/language.ts';
import { parseSupportCode } from '../../../../domain/support-code.ts';
import type { Environment } from '../../../../domain/tenant.ts';
import type { Brand } from '../brands.ts';
import { type Html, html } from '../html.ts';
import { LANGUAGE_PARAMETER } from '../i18n/chosen-language.ts';
import { FRAME_TEXTS } from '../i18n/frame-texts.ts';

/** What all pages of a domain have around their contents. */
export interface Frame {
  readonly environment: Environment | undefined;
  /** Undefined: ours. */
  readonly brand?: Brand | undefined;
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

/** The page that the language switch loads again, and its parameters but the language. */
export interface SamePage {
  /** Undefined: the URL of the page, which the page does not repeat. */
  readonly path?: string;
  readonly parameters: readonly (readonly [string, string])[];
}

/** The page that may repeat its parameter, the support code. Any other may be a secret: a nonce, a person's number. */
const EXPLANATION = { path: /^\/errors\//, parameter: 'code' } as const;

/** Undefined where a GET does not show the page again, or its URL has other parameters. */
export function samePageOf({ method, path, querystring }: Context): SamePage | undefined {
  if (method !== 'GET') return undefined;
  const parameters = [...new URLSearchParams(querystring)].filter(
    ([name]) => name !== LANGUAGE_PARAMETER,
  );
  const mayRepeat = parameters.every(
    ([name, value]) =>
      name === EXPLANATION.parameter &&
      EXPLANATION.path.test(path) &&
      parseSupportCode(value) !== undefined,
  );
  return mayRepeat ? { parameters } : undefined;
}

/** The top of a page; undefined when it would be empty. */
export function headerOf({ environment, brand }: Frame, language: Language): Html | undefined {
  const { testDomain } = FRAME_TEXTS[language];
  const amber =
    environment === 'test' && html`<p class="amber" data-testid="test-domain">${testDomain}</p>`;
  const sign = brand && signOf(brand, language);
  if (sign === undefined && amber === false) return undefined;
  return html`<header class="top">${amber}${sign}</header>`;
}

/** The logo, with the name as its text; without one, the name. */
function signOf({ branding, logo, darkLogo }: Brand, language: Language): Html | undefined {
  const name = displayNameIn(branding, language);
  if (logo === undefined) {
    return name === undefined ? undefined : html`<p class="brand" data-testid="brand">${name}</p>`;
  }
  const image = html`<img class="logo" src="${logo}" alt="${name}">`;
  const dark = darkLogo && html`<source srcset="${darkLogo}" media="(prefers-color-scheme: dark)">`;
  return html`<p class="brand" data-testid="brand">${dark ? html`<picture>${dark}${image}</picture>` : image}</p>`;
}

/** The colours of the brand, over those of our stylesheet. */
export function brandStyle({ brand }: Frame): Html | undefined {
  return brand?.stylesheet === undefined
    ? undefined
    : html`<link rel="stylesheet" href="${brand.stylesheet}">`;
}

/** The bottom of a page: who runs it, `slot`, and the language switch, a form that works without a script. */
export function footerOf({
  frame,
  language,
  samePage,
  slot,
}: {
  readonly frame: Frame;
  readonly language: Language;
  readonly samePage: SamePage | undefined;
  readonly slot: Html | undefined;
}): Html | undefined {
  const operator = frame.brand && operatorOf(frame.brand, language);
  if (operator === undefined && samePage === undefined && slot === undefined) return undefined;
  return html`<footer class="foot" data-testid="footer">
${operator}
${slot}
${samePage && languageSwitch(language, samePage)}
</footer>`;
}

/** Links open a new tab: the login stays. */
function operatorOf({ branding }: Brand, language: Language): Html | undefined {
  const { help, privacy, accessibility, newTab } = FRAME_TEXTS[language];
  const { helpUrl, privacyUrl, accessibilityUrl, supportPhone: phone } = branding;
  const name = displayNameIn(branding, language);
  const links = [
    [helpUrl, help],
    [privacyUrl, privacy],
    [accessibilityUrl, accessibility],
  ] as const;
  const parts = [
    ...(name === undefined ? [] : [html`<span>${name}</span>`]),
    ...links.flatMap(([url, text]) =>
      url === undefined
        ? []
        : [html`<a href="${url}" target="_blank" rel="noopener" title="${newTab}">${text}</a>`],
    ),
    ...(phone === undefined
      ? []
      : [html`<a href="tel:${phone.replaceAll(/[^+\d]/g, '')}">${phone}</a>`]),
  ];
  return parts.length === 0
    ? undefined
    : html`<p class="operator" data-testid="operator">${parts}</p>`;
}

function languageSwitch(current: Language, { path, parameters }: SamePage): Html {
  const fields = parameters.map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  const buttons = LANGUAGES.map(
    (language) =>
      html`<button name="${LANGUAGE_PARAMETER}" value="${language}" lang="${language}"${language === current && html` aria-current="true"`}>${FRAME_TEXTS[language].name}</button>`,
  );
  return html`<nav aria-label="${FRAME_TEXTS[current].language}"><form${path !== undefined && html` action="${path}"`} class="languages" data-testid="languages">${fields}${buttons}</form></nav>`;
}

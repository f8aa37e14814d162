import type { Context } from 'koa';

import type { Language } from '../../../../domain/language.ts';
import { html } from '../html.ts';
import { rememberLanguage } from '../i18n/chosen-language.ts';
import { languageOf, textsIn } from '../i18n/language.ts';
import type { ErrorTexts } from '../i18n/texts.ts';
import { document } from './document.ts';
import { stoppedIcon } from './elements.ts';
import { type Frame, frameOf, type SamePage, samePageOf } from './frame.ts';
import { supportCodeLine } from './support-code.ts';

/** The facts of an error without a login to return to. */
export interface ErrorFacts {
  /** In the page's language; a general one by default. */
  readonly title?: string;
  /** The protocol's error code: `invalid_request`. */
  readonly code: string;
  readonly description: string;
  /** Finds the request in our log, and its timeline. */
  readonly supportCode: string | undefined;
  /** Cause and remedy for the application's developer, in English. */
  readonly explanation?: { readonly cause: string; readonly fix: string } | undefined;
  readonly language: Language;
  readonly frame: Frame;
  readonly samePage: SamePage | undefined;
}

/** The error page as a document; everything in it is escaped. Send it with `pageHeaders()`. */
export function errorPage(facts: ErrorFacts): string {
  const { title, code, description, supportCode, explanation, language, frame, samePage } = facts;
  const texts = textsIn(language);
  const heading = title ?? texts.errors['internal-error'].title;
  return document({
    language,
    frame,
    samePage,
    title: heading,
    footer: supportCodeLine(supportCode, language),
    body: html`<main class="card" data-testid="error-page">
<h1>${heading}</h1>
${stoppedIcon}
${explanation !== undefined && html`<p data-testid="not-your-fault">${texts.notYourFault}</p>`}
<p class="message"${title === undefined && language !== 'en' && html` lang="en"`} data-testid="message">${description}</p>
${
  explanation !== undefined &&
  html`<p lang="en" data-testid="cause">${explanation.cause}</p>
<p lang="en" data-testid="fix">${explanation.fix}</p>`
}
<p class="reference">${texts.errorCode}: <code data-testid="error-code">${code}</code></p>
</main>`,
  });
}

/** The facts of an error, and its catalogue entry if the page may have a text of its own. */
export interface LocalizedFacts extends Omit<ErrorFacts, 'language' | 'frame' | 'samePage'> {
  readonly entry?: string | undefined;
  /** The page reloads itself. */
  readonly isReloading?: boolean;
}

/** The error page in the browser's language. */
export function localizedErrorPage(
  ctx: Context,
  { entry, isReloading, ...facts }: LocalizedFacts,
): string {
  rememberLanguage(ctx);
  const language = languageOf(ctx);
  const around = { language, frame: frameOf(ctx), samePage: samePageOf(ctx) };
  const errors: Readonly<Record<string, ErrorTexts>> = textsIn(language).errors;
  const own = entry !== undefined && Object.hasOwn(errors, entry) ? errors[entry] : undefined;
  if (own === undefined) return errorPage({ ...facts, ...around });
  const { title, withoutReload = own.description } = own;
  const description = isReloading ? own.description : withoutReload;
  return errorPage({ ...facts, title, description, ...around });
}

const TEXTS: Readonly<Record<Language, { readonly title: string; readonly text: string }>> = {
  en: { title: 'You are logged out', text: 'You can close this window.' },
  sv: { title: 'Du är utloggad', text: 'Du kan stänga fönstret.' },
  da: { title: 'Du er logget ud', text: 'Du kan lukke vinduet.' },
  nb: { title: 'Du er logget ut', text: 'Du kan lukke vinduet.' },
  fi: { title: 'Olet kirjautunut ulos', text: 'Voit sulkea ikkunan.' },
  nl: { title: 'U bent uitgelogd', text: 'U kunt dit venster sluiten.' },
  de: { title: 'Sie sind abgemeldet', text: 'Sie können dieses Fenster schließen.' },
  fr: { title: 'Vous êtes déconnecté', text: 'Vous pouvez fermer cette fenêtre.' },
  et: { title: 'Olete välja logitud', text: 'Võite selle akna sulgeda.' },
  lv: { title: 'Jūs esat izrakstījies', text: 'Varat aizvērt šo logu.' },
  lt: { title: 'Jūs atsijungėte', text: 'Galite užverti šį langą.' },
};

/** The page after a logout without a redirect, in the language that the application or the browser prefers. */
export function loggedOutPage(ctx: Context, uiLocales: readonly string[]): string {
  return loggedOutDocument(languageOf(ctx, { uiLocales }), frameOf(ctx));
}

/** The same, as a document. */
export function loggedOutDocument(language: Language, frame: Frame): string {
  const { title, text } = TEXTS[language];
  return document({
    language,
    frame,
    samePage: undefined,
    title,
    body: html`<main class="card" data-testid="logged-out-page">
<h1>${title}</h1>
<p class="message" data-testid="message">${text}</p>
</main>`,
  });
}

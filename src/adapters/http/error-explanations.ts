import type { Context, Middleware } from 'koa';

import type { Language } from '../../domain/language.ts';
import { parseSupportCode, shownSupportCode } from '../../domain/support-code.ts';
import { html } from './login/html.ts';
import { rememberLanguage } from './login/i18n/chosen-language.ts';
import { languageOf, textsIn } from './login/i18n/language.ts';
import { document } from './login/pages/document.ts';
import { stoppedIcon } from './login/pages/elements.ts';
import { frameOf, samePageOf } from './login/pages/frame.ts';
import { supportCodeLine } from './login/pages/support-code.ts';
import { pageHeaders } from './login/send-page.ts';

/** Finds the explanation of this name; undefined when there is none. */
export interface Explain {
  (name: string): Explanation | undefined;
}

const PATH = /^\/errors\/([a-z-]+)$/;
/** `GET /errors/<name>?code=`, the target of `error_uri`. An unknown name is not found. */
export function errorExplanations(explain: Explain): Middleware {
  return async (ctx, next) => {
    const name = PATH.exec(ctx.path)?.[1];
    if (name === undefined || !['GET', 'HEAD'].includes(ctx.method)) return next();
    const explanation = explain(name);
    if (explanation === undefined) return undefined;
    ctx.set(pageHeaders());
    ctx.type = 'html';
    rememberLanguage(ctx);
    ctx.body = explanationPage(explanation, ctx);
    return undefined;
  };
}

/** No other text of the URL is shown. */
function supportCodeIn({ query: { code } }: Context): string | undefined {
  const parsed = typeof code === 'string' ? parseSupportCode(code) : undefined;
  return parsed && shownSupportCode(parsed);
}

/** The labels of an explanation. The explanation itself is for developers, and English. */
export interface ExplanationTexts {
  readonly heading: string;
  readonly cause: string;
  readonly fix: string;
}

/** The frame in each language. */
const EXPLANATION_TEXTS: Readonly<Record<Language, ExplanationTexts>> = {
  sv: { heading: 'Vad felet betyder', cause: 'Vad som hände', fix: 'Vad man kan göra' },
  da: { heading: 'Hvad fejlen betyder', cause: 'Hvad der skete', fix: 'Hvad man kan gøre' },
  nb: { heading: 'Hva feilen betyr', cause: 'Hva som skjedde', fix: 'Hva man kan gjøre' },
  fi: { heading: 'Mitä virhe tarkoittaa', cause: 'Mitä tapahtui', fix: 'Mitä voi tehdä' },
  nl: { heading: 'Wat deze fout betekent', cause: 'Wat er gebeurde', fix: 'Wat u kunt doen' },
  de: { heading: 'Was dieser Fehler bedeutet', cause: 'Was geschehen ist', fix: 'Was zu tun ist' },
  fr: { heading: 'Ce que signifie cette erreur', cause: 'Ce qui s’est passé', fix: 'Que faire' },
  et: { heading: 'Mida see viga tähendab', cause: 'Mis juhtus', fix: 'Mida teha' },
  lv: { heading: 'Ko nozīmē šī kļūda', cause: 'Kas notika', fix: 'Ko darīt' },
  lt: { heading: 'Ką reiškia ši klaida', cause: 'Kas įvyko', fix: 'Ką daryti' },
  en: { heading: 'What this error means', cause: 'What happened', fix: 'What to do' },
};

/** The explanation of one error; in English, but for its code. */
export interface Explanation {
  /** The protocol's error code: `invalid_request`. */
  readonly error: string;
  readonly description?: string;
  readonly cause: string;
  readonly fix: string;
}

/** The explanation as a document; everything in it is escaped. */
function explanationPage(explanation: Explanation, ctx: Context): string {
  const language = languageOf(ctx);
  const { error, description, cause, fix } = explanation;
  const { heading, ...labels } = EXPLANATION_TEXTS[language];
  const { errorCode } = textsIn(language);
  return document({
    language,
    frame: frameOf(ctx),
    samePage: samePageOf(ctx),
    title: `${heading}: ${error}`,
    footer: supportCodeLine(supportCodeIn(ctx), language),
    body: html`<main class="card" data-testid="explained-error">
<h1>${heading}</h1>
${stoppedIcon}
<p class="message" lang="en" data-testid="message">${description ?? error}</p>
<h2>${labels.cause}</h2>
<p lang="en" data-testid="cause">${cause}</p>
<h2>${labels.fix}</h2>
<p lang="en" data-testid="fix">${fix}</p>
<p class="reference">${errorCode}: <code data-testid="error-code">${error}</code></p>
</main>`,
  });
}

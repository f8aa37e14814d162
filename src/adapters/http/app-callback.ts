import type { Middleware } from 'koa';

import type { Language } from '../../domain/language.ts';
import { html } from './login/html.ts';
import { languageOf } from './login/i18n/language.ts';
import { document } from './login/pages/document.ts';
import { frameOf } from './login/pages/frame.ts';
import { pageHeaders } from './login/send-page.ts';

/** The return URLs that the SDKs for native apps use. */
export const APP_CALLBACK = /^\/(?:ios|android)\/callback(?:\?|$)/;

const TEXTS: Readonly<
  Record<Language, { readonly title: string; readonly text: string; readonly open: string }>
> = {
  en: {
    title: 'Go back to the app',
    text: 'The app continues where you started.',
    open: 'Open the app',
  },
  sv: {
    title: 'Gå tillbaka till appen',
    text: 'Appen fortsätter där du började.',
    open: 'Öppna appen',
  },
  da: {
    title: 'Gå tilbage til appen',
    text: 'Appen fortsætter, hvor du startede.',
    open: 'Åbn appen',
  },
  nb: {
    title: 'Gå tilbake til appen',
    text: 'Appen fortsetter der du startet.',
    open: 'Åpne appen',
  },
  fi: {
    title: 'Palaa sovellukseen',
    text: 'Sovellus jatkaa siitä, mistä aloitit.',
    open: 'Avaa sovellus',
  },
  nl: {
    title: 'Ga terug naar de app',
    text: 'De app gaat verder waar u begon.',
    open: 'App openen',
  },
  de: {
    title: 'Gehen Sie zur App zurück',
    text: 'Die App macht dort weiter, wo Sie begonnen haben.',
    open: 'App öffnen',
  },
  fr: {
    title: 'Retournez à l’application',
    text: 'L’application continue là où vous avez commencé.',
    open: 'Ouvrir l’application',
  },
  et: {
    title: 'Minge tagasi rakendusse',
    text: 'Rakendus jätkab sealt, kus alustasite.',
    open: 'Ava rakendus',
  },
  lv: {
    title: 'Atgriezieties lietotnē',
    text: 'Lietotne turpinās tur, kur sākāt.',
    open: 'Atvērt lietotni',
  },
  lt: {
    title: 'Grįžkite į programėlę',
    text: 'Programėlė tęs ten, kur pradėjote.',
    open: 'Atverti programėlę',
  },
};

/**
 * The page behind `/ios/callback` and `/android/callback`. The system usually opens the app instead. A browser that
 * shows this page needs the person's tap on a link to the same URL.
 */
export const appCallback: Middleware = async (ctx, next) => {
  if (!APP_CALLBACK.test(ctx.url) || !['GET', 'HEAD'].includes(ctx.method)) return next();
  const language = languageOf(ctx);
  const { title, text, open } = TEXTS[language];
  ctx.set(pageHeaders());
  ctx.type = 'html';
  ctx.body = document({
    language,
    frame: frameOf(ctx),
    samePage: undefined,
    title,
    body: html`<main class="card" data-testid="app-callback-page">
<h1>${title}</h1>
<p class="message" data-testid="message">${text}</p>
<div class="actions"><a class="button" href="${ctx.url}" data-testid="open-app">${open}</a></div>
</main>`,
  });
  return undefined;
};

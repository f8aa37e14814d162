import type { Middleware } from 'koa';

import type { Language } from '../../domain/language.ts';
import type { Domain } from '../../domain/tenant.ts';
import { html } from './login/html.ts';
import { languageOf } from './login/i18n/language.ts';
import { document } from './login/pages/document.ts';
import { frameOf, samePageOf } from './login/pages/frame.ts';
import { pageHeaders } from './login/send-page.ts';

/** What the root page links to; undefined: no link. */
export interface RootLinks {
  readonly discoveryPath: string;
  /** The path of the OpenAPI description. */
  readonly descriptionPath: string;
  readonly documentationUrl: string | undefined;
  /** Only test domains link to it. */
  readonly tryItUrl: string | undefined;
}

const TEXTS: Readonly<
  Record<Language, { readonly title: string; readonly text: string; readonly developers: string }>
> = {
  en: {
    title: 'Log in to applications',
    text: 'To log in, open the application that you want to use.',
    developers: 'For developers',
  },
  sv: {
    title: 'Inloggning till appar och webbplatser',
    text: 'Öppna den app eller webbplats som du vill logga in på.',
    developers: 'För utvecklare',
  },
  da: {
    title: 'Login til apps og websteder',
    text: 'Åbn den app eller det websted, som du vil logge ind på.',
    developers: 'Til udviklere',
  },
  nb: {
    title: 'Innlogging til apper og nettsteder',
    text: 'Åpne appen eller nettstedet som du vil logge inn på.',
    developers: 'For utviklere',
  },
  fi: {
    title: 'Kirjautuminen sovelluksiin ja sivustoihin',
    text: 'Avaa sovellus tai sivusto, johon haluat kirjautua.',
    developers: 'Kehittäjille',
  },
  nl: {
    title: 'Inloggen bij apps en websites',
    text: 'Open de app of website waarbij u wilt inloggen.',
    developers: 'Voor ontwikkelaars',
  },
  de: {
    title: 'Anmeldung bei Apps und Websites',
    text: 'Öffnen Sie die App oder Website, bei der Sie sich anmelden möchten.',
    developers: 'Für Entwickler',
  },
  fr: {
    title: 'Connexion aux applications et aux sites',
    text: 'Ouvrez l’application ou le site auquel vous voulez vous connecter.',
    developers: 'Pour les développeurs',
  },
  et: {
    title: 'Sisselogimine rakendustesse ja veebilehtedele',
    text: 'Avage rakendus või veebileht, kuhu soovite sisse logida.',
    developers: 'Arendajatele',
  },
  lv: {
    title: 'Pieteikšanās lietotnēs un vietnēs',
    text: 'Atveriet lietotni vai vietni, kurā vēlaties pieteikties.',
    developers: 'Izstrādātājiem',
  },
  lt: {
    title: 'Prisijungimas prie programėlių ir svetainių',
    text: 'Atverkite programėlę arba svetainę, prie kurios norite prisijungti.',
    developers: 'Programuotojams',
  },
};

/**
 * `GET /`: shows a person where to log in, and links a developer to the discovery document, the
 * documentation and, on a test domain, a page to try logins. The links are English, like what they lead to.
 */
export function rootPage(domain: Domain, links: RootLinks): Middleware {
  const listed = linksOf(domain, links).map(
    ([href, label]) => html`<li><a href="${href}">${label}</a></li>`,
  );
  return async (ctx, next) => {
    if (ctx.path !== '/' || !['GET', 'HEAD'].includes(ctx.method)) return next();
    const language = languageOf(ctx);
    const { title, text, developers } = TEXTS[language];
    ctx.set(pageHeaders());
    ctx.type = 'html';
    ctx.body = document({
      language,
      frame: frameOf(ctx),
      samePage: samePageOf(ctx),
      title: `${title} – ${new URL(domain.issuer).host}`,
      body: html`<main class="card" data-testid="root-page">
<h1>${title}</h1>
<p class="message" data-testid="message">${text}</p>
<h2>${developers}</h2>
<p lang="en">OpenID Provider <code data-testid="issuer">${domain.issuer}</code></p>
<ul lang="en">${listed}</ul>
</main>`,
    });
    return undefined;
  };
}

function linksOf(
  { environment }: Domain,
  { discoveryPath, descriptionPath, documentationUrl, tryItUrl }: RootLinks,
): readonly (readonly [string, string])[] {
  const links: [string | undefined, string][] = [
    [discoveryPath, 'Discovery document'],
    [descriptionPath, 'OpenAPI description'],
    [documentationUrl, 'Documentation'],
    [environment === 'test' ? tryItUrl : undefined, 'Try it'],
  ];
  return links.flatMap(([href, label]) => (href === undefined ? [] : [[href, label]]));
}

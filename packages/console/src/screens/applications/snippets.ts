import written from '../../generated/start-pages.json' with { type: 'json' };

/** A page of docs/start: an application for one framework, as the demo knows it. Tests run these pages. */
export interface StartPage {
  readonly page: string;
  readonly title: string;
  /** Where its application expects the answer. */
  readonly redirectPath: string;
  /** Its files; a block of the language `sh` is a command. */
  readonly blocks: readonly {
    readonly language: string;
    readonly name: string;
    readonly text: string;
  }[];
  readonly notes: readonly string[];
}

/** What a page is filled with. */
export interface SnippetFacts {
  readonly issuer: string;
  readonly clientId: string;
  /** The origin of the application. */
  readonly origin: string;
}

/** The pages in the order of the list. */
export const START_PAGES: readonly StartPage[] = written;

/** Stands in the place of a client secret, which the console does not know. */
export const SECRET_PLACE = 'YOUR_CLIENT_SECRET';

/** What every page writes: the demo's issuer and application. */
const WRITTEN = {
  issuer: 'http://localhost:3000',
  secret: 'demo-start-secret',
  clientId: 'demo-start',
  origin: 'http://localhost:3030',
  port: '3030',
} as const;

/** The page for an application. */
export function filledIn(page: StartPage, { issuer, clientId, origin }: SnippetFacts): StartPage {
  const port = (URL.canParse(origin) && new URL(origin).port) || WRITTEN.port;
  const filled = (text: string) =>
    text
      .replaceAll(WRITTEN.issuer, issuer)
      .replaceAll(WRITTEN.secret, SECRET_PLACE)
      .replaceAll(WRITTEN.clientId, clientId)
      .replaceAll(WRITTEN.origin, origin)
      .replaceAll(WRITTEN.port, port);
  return { ...page, blocks: page.blocks.map((one) => ({ ...one, text: filled(one.text) })) };
}

import type { Answer } from './browser.ts';

/** A page without JavaScript, as read from its HTML. */
export interface RenderedPage {
  readonly status: number;
  readonly html: string;
  readonly language: string | undefined;
  /** The state of a login page; undefined on an error page. */
  readonly state: string | undefined;
  readonly heading: string | undefined;
  readonly message: string | undefined;
  /** The line that names the action and the application: "Approve at …". */
  readonly purpose: string | undefined;
  /** The text to sign or to read, as plain text, and any text's markup. */
  readonly plainText: string | undefined;
  readonly textMarkup: string | undefined;
  /** The code of an error page. */
  readonly error: string | undefined;
  readonly supportCode: string | undefined;
  /** The content of the QR code, and its image. */
  readonly qr: string | undefined;
  readonly qrImage: string | undefined;
  /** The link to the eID's own pages. */
  readonly departure: string | undefined;
  /** The link that opens the app. */
  readonly appLink: string | undefined;
  /** The seconds until its automatic reload. */
  readonly reloadsAfter: number | undefined;
  /** By the test id of its button. */
  readonly forms: ReadonlyMap<string, Form>;
}

/** The request that a button sends. */
export interface Form {
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly label: string;
}

/** Parses a page. */
export function renderedPage({ status, text }: Pick<Answer, 'status' | 'text'>): RenderedPage {
  const reload = first(text, /<noscript><meta http-equiv="refresh" content="(\d+)">/);
  return {
    status,
    html: text,
    language: first(text, /<html lang="([^"]*)"/),
    state: first(text, /data-state="([^"]*)"/),
    heading: first(text, /<h1[^>]*>([^<]*)</),
    message: first(text, /data-testid="message">([^<]*)</),
    purpose: first(text, /data-testid="purpose">([^<]*)</),
    plainText: first(text, /data-testid="plain-text">([^<]*)</),
    textMarkup: /data-testid="text">([\s\S]*?)<\/div>/.exec(text)?.[1],
    error: first(text, /data-testid="error-code">([^<]*)</),
    supportCode: first(text, /data-testid="support-code">([^<]*)</),
    qr: first(text, /data-qr="([^"]*)"/),
    qrImage: first(text, /<noscript><img [^>]*src="([^"]*)"/),
    departure: first(text, /<a [^>]*href="([^"]*)"[^>]*data-testid="depart"/),
    appLink: first(text, /<a [^>]*href="([^"]*)"[^>]*data-testid="open-app"/),
    reloadsAfter: reload === undefined ? undefined : Number(reload),
    forms: new Map(
      [...text.matchAll(/<form method="post" action="([^"]*)"[^>]*>([\s\S]*?)<\/form>/g)].map(
        ([, action = '', inner = '']) => [
          first(inner, /<button [^>]*data-testid="([^"]*)"/) ?? '',
          { action: plain(action), fields: hiddenFields(inner), label: labelOf(inner) },
        ],
      ),
    ),
  };
}

function hiddenFields(inner: string): Record<string, string> {
  const inputs = inner.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g);
  return Object.fromEntries([...inputs].map(([, name = '', value = '']) => [name, plain(value)]));
}

function labelOf(inner: string): string {
  return first(inner, /<button[^>]*>([^<]*)/) ?? '';
}

function first(text: string, pattern: RegExp): string | undefined {
  const found = pattern.exec(text)?.[1];
  return found === undefined ? undefined : plain(found);
}

function plain(markup: string): string {
  return markup.replace(/&(amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity);
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

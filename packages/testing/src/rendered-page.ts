import type { Answer } from './browser.ts';

/** A page as a person sees it without JavaScript, read from its HTML. */
export interface RenderedPage {
  readonly status: number;
  readonly html: string;
  readonly language: string | undefined;
  /** Which page of a login it is; undefined on an error page. */
  readonly state: string | undefined;
  readonly heading: string | undefined;
  readonly message: string | undefined;
  /** The request of the application. */
  readonly request: string | undefined;
  /** What is under way: "Approve at …". */
  readonly purpose: string | undefined;
  /** The text to sign or to read: a plain one, and the markup of any. */
  readonly plainText: string | undefined;
  readonly textMarkup: string | undefined;
  /** The code of an error page. */
  readonly error: string | undefined;
  readonly reference: string | undefined;
  /** What the QR code says; the image of it. */
  readonly qr: string | undefined;
  readonly qrImage: string | undefined;
  /** The link that opens the app. */
  readonly appLink: string | undefined;
  /** After how many seconds it loads itself anew. */
  readonly reloadsAfter: number | undefined;
  /** By the test id of their button. */
  readonly forms: ReadonlyMap<string, Form>;
}

/** What a click on a button sends. */
export interface Form {
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly label: string;
}

/** Reads an answer that is a page. */
export function renderedPage({ status, text }: Pick<Answer, 'status' | 'text'>): RenderedPage {
  const reload = first(text, /<noscript><meta http-equiv="refresh" content="(\d+)">/);
  return {
    status,
    html: text,
    language: first(text, /<html lang="([^"]*)"/),
    state: first(text, /data-state="([^"]*)"/),
    heading: first(text, /<h1[^>]*>([^<]*)</),
    message: first(text, /data-testid="message">([^<]*)</),
    request: first(text, /data-testid="request">([^<]*)</),
    purpose: first(text, /data-testid="purpose">([^<]*)</),
    plainText: first(text, /data-testid="plain-text">([^<]*)</),
    textMarkup: /data-testid="text">([\s\S]*?)<\/div>/.exec(text)?.[1],
    error: first(text, /data-testid="error-code">([^<]*)</),
    reference: first(text, /data-testid="reference">([^<]*)</),
    qr: first(text, /data-qr="([^"]*)"/),
    qrImage: first(text, /<noscript><img [^>]*src="([^"]*)"/),
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

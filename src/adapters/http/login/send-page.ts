import type { Context } from 'koa';

import { contentSecurityPolicy } from '../security-headers.ts';
import { languageOf, textsIn } from './i18n/language.ts';
import type { PageError } from './i18n/texts.ts';
import type { LoginContext } from './login-context.ts';
import { layout, type Page } from './pages/document.ts';
import { localizedErrorPage } from './pages/error-pages.ts';

/** Sends a page of a login. */
export function sendPage(ctx: Context, page: Page, context: LoginContext): void {
  ctx.set(pageHeaders(context.login.returnsTo));
  ctx.type = 'html';
  // As bytes: a long string would be encoded twice, for its length and for the socket.
  ctx.body = Buffer.from(layout(page, context));
}

/** Sends the page of an error. */
export function sendError(ctx: Context, error: PageError, reference: string): void {
  ctx.set(pageHeaders());
  ctx.status = STATUSES[error];
  ctx.type = 'html';
  const { title, description } = textsIn(languageOf(ctx)).errors[error];
  ctx.body = localizedErrorPage(ctx, { title, code: error, description, reference });
}

const STATUSES: Readonly<Record<PageError, number>> = {
  'login-not-found': 404,
  'other-browser': 403,
  'foreign-form': 403,
  'eid-not-offered': 404,
  'service-unavailable': 503,
  'too-many-requests': 429,
  'internal-error': 500,
};

/** The headers of every page; `returnsTo` as in `contentSecurityPolicy`. */
export function pageHeaders(returnsTo?: string): Readonly<Record<string, string>> {
  return {
    'content-security-policy': contentSecurityPolicy(returnsTo),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  };
}

/** Sets the seconds until a retry. A page for a person retries by itself: the same URL, or this path. */
export function retryAfter(ctx: Context, seconds: number, path?: string): void {
  ctx.set('Retry-After', String(seconds));
  const isRead = ctx.method === 'GET' || path !== undefined;
  if (isRead) ctx.set('Refresh', path === undefined ? String(seconds) : `${seconds}; url=${path}`);
}

import type { Context } from 'koa';

import { contentSecurityPolicy } from '../security-headers.ts';
import { rememberLanguage } from './i18n/chosen-language.ts';
import { languageOf, textsIn } from './i18n/language.ts';
import type { PageError } from './i18n/texts.ts';
import { type LoginContext, supportCodeOf } from './login-context.ts';
import { layout, type Page } from './pages/document.ts';
import { localizedErrorPage } from './pages/error-pages.ts';

/** Sends a page of a login. */
export function sendPage(ctx: Context, page: Page, context: LoginContext): void {
  ctx.set(pageHeaders(context.login.returnsTo));
  rememberLanguage(ctx);
  ctx.type = 'html';
  // As bytes: a long string would be encoded twice, for its length and for the socket.
  ctx.body = Buffer.from(layout(page, context));
}

/** When to try again. */
export interface Retry {
  readonly seconds: number;
  /** The page to load then; absent: the same URL, which a posted form has not. */
  readonly path?: string;
}

/** Sends the page of an error, with the support code that the answer's header has. With `retry` it reloads itself if it can. */
export function sendError(ctx: Context, error: PageError, retry?: Retry): void {
  ctx.set(pageHeaders());
  ctx.status = STATUSES[error];
  ctx.type = 'html';
  const isReloading = retry !== undefined && setRetry(ctx, retry);
  const { description } = textsIn(languageOf(ctx)).errors[error];
  const supportCode = supportCodeOf(ctx);
  const facts = { entry: error, code: error, description, supportCode, isReloading };
  ctx.body = localizedErrorPage(ctx, facts);
}

const STATUSES: Readonly<Record<PageError, number>> = {
  'login-not-found': 404,
  'login-over': 404,
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

/** Sets the headers of a retry. False when the page cannot reload itself: a form was posted, and there is no path. */
function setRetry(ctx: Context, { seconds, path }: Retry): boolean {
  ctx.set('Retry-After', String(seconds));
  const isRead = ctx.method === 'GET' || path !== undefined;
  if (isRead) ctx.set('Refresh', path === undefined ? String(seconds) : `${seconds}; url=${path}`);
  return isRead;
}

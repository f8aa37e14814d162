import type { Context, Next } from 'koa';
import { Failure, unavailableIn } from '../../../domain/failure.ts';
import { contentSecurityPolicy } from '../security-headers.ts';
import { languageOf, textsIn } from './i18n/language.ts';
import type { PageError } from './i18n/texts.ts';
import { type LoginContext, type LoginPagesDeps, pathOf, referenceOf } from './login-context.ts';
import { layout, type Page } from './pages/document.ts';
import { localizedErrorPage } from './pages/error-pages.ts';

/** Answers a page of a login. */
export function sendPage(ctx: Context, page: Page, context: LoginContext): void {
  ctx.set(pageHeaders(context.login.returnsTo));
  ctx.type = 'html';
  ctx.body = layout(page, context);
}

/** Answers one of our own refusals. */
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

/** Nothing is cached, every answer is guarded; and whatever goes wrong, the person gets a page with a reference, and the log the reason. */
export function withErrorPage({ log }: Pick<LoginPagesDeps, 'log'>) {
  return async function answerErrors(ctx: Context, next: Next): Promise<void> {
    ctx.set(pageHeaders());
    try {
      await next();
    } catch (cause) {
      const reference = referenceOf(ctx);
      if (cause instanceof Failure && cause.code === 'eid-not-offered') {
        log.warn('login.eid_not_offered', { reference, detail: cause.detail });
        sendError(ctx, 'eid-not-offered', reference);
        return;
      }
      if (cause instanceof Failure && cause.code === 'too-many-requests') {
        sendError(ctx, 'too-many-requests', reference);
        retryAfter(ctx, Number(cause.names.seconds), pathOf(ctx.params));
        return;
      }
      const unavailable = unavailableIn(cause);
      if (unavailable !== undefined) {
        log.warn('request.unavailable', { reference, cause: unavailable.message });
        sendError(ctx, 'service-unavailable', reference);
        retryAfter(ctx, unavailable.retryAfter, pathOf(ctx.params));
        return;
      }
      // The caller went away or was too slow: nobody reads a page, and the log of faults knows such causes.
      if (cause === ctx.req.errored) throw cause;
      log.error('login.page_failed', { reference, cause });
      sendError(ctx, 'internal-error', reference);
    }
  };
}

/** Says after how many seconds to ask again. A page that somebody reads does so by itself: itself, or this path. */
export function retryAfter(ctx: Context, seconds: number, path?: string): void {
  ctx.set('Retry-After', String(seconds));
  const isRead = ctx.method === 'GET' || path !== undefined;
  if (isRead) ctx.set('Refresh', path === undefined ? String(seconds) : `${seconds}; url=${path}`);
}

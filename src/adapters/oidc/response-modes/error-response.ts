import type { Context, Middleware } from 'koa';
import type { Configuration, KoaContextWithOIDC } from 'oidc-provider';

import { type ServiceUnavailable, serviceUnavailableIn } from '../../../domain/failure.ts';
import type { Log } from '../../../ports/log.ts';
import { entryNamed } from '../errors/catalogue.ts';
import { INTERRUPTED_LOGINS } from '../errors/entries/interrupted-logins.ts';
import { keyOf, type ThrownError } from '../errors/key-of.ts';
import { outageError, setRetryAfter } from '../errors/oauth-errors.ts';
import { contextOf } from '../request-context.ts';
import { type NoteRefusal, shownSupportCodeIn } from '../support-code.ts';
import { isForScript } from './response-modes.ts';

type RenderError = NonNullable<Configuration['renderError']>;

interface RenderDeps {
  readonly errorPage: ErrorPage;
  readonly noteRefusal: NoteRefusal;
}

/**
 * Shows a person on a page, or a script in JSON, an error that cannot be sent to the application. During an outage the
 * page retries by itself, except after a posted form.
 */
export function makeRenderError({ errorPage, noteRefusal }: RenderDeps): RenderError {
  return function renderError(ctx, out, error) {
    if (isForScript(ctx)) {
      ctx.body = out;
      return;
    }
    // The library reports most errors after this page.
    noteRefusal(ctx, error);
    const unavailable = serviceUnavailableIn(error);
    const isReloading = unavailable !== undefined && !contextOf(ctx).isPosted;
    if (isReloading) ctx.set('Refresh', String(unavailable.retryAfter));
    ctx.type = 'html';
    ctx.body = errorPage(ctx, {
      code: out.error,
      description: out.error_description ?? '',
      entry: keyOf(ctx, error),
      supportCode: shownSupportCodeIn(ctx),
      explanation: explanationFor(ctx, error),
      isReloading,
    });
  };
}

/** A person alone cannot repair the request: the page explains it to the developer. Logins that are over need no developer. */
export function explanationFor(ctx: Context, error: ThrownError) {
  const entry = entryNamed(keyOf(ctx, error) ?? '');
  if (entry === undefined || Object.hasOwn(INTERRUPTED_LOGINS, entry.key)) return undefined;
  if (['service-unavailable', 'fault', 'too-many-requests'].includes(entry.key)) return undefined;
  return { cause: entry.cause, fix: entry.fix };
}

interface Deps extends RenderDeps {
  readonly log: Log;
}

/** In seconds, when the answer has no `Retry-After`. */
const SOON = 3;

/**
 * Answers an outage before the library, and adds `Retry-After` to every 503. Nothing counts that was done before: the
 * browser keeps its cookies.
 */
export function serviceUnavailableResponses({ errorPage, noteRefusal, log }: Deps): Middleware {
  const renderError = makeRenderError({ errorPage, noteRefusal });

  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const unavailable = serviceUnavailableIn(error);
      if (unavailable === undefined) throw error;
      await answer(ctx, unavailable);
    }
    if (ctx.status !== 503) return;
    ctx.remove('Set-Cookie');
    // A token that could not be looked up is not invalid.
    ctx.remove('WWW-Authenticate');
    if (ctx.response.headers['retry-after'] === undefined) setRetryAfter(ctx, SOON);
  };

  async function answer(ctx: Context, unavailable: ServiceUnavailable): Promise<void> {
    const reference = ctx.response.get('X-Request-Id');
    const thrown = outageError(unavailable);
    noteRefusal(ctx, thrown);
    const support_code = shownSupportCodeIn(ctx);
    log.warn('request.unavailable', { reference, support_code, cause: unavailable.message });
    ctx.status = 503;
    setRetryAfter(ctx, unavailable.retryAfter);
    const { error, error_description } = thrown;
    const out = { error, error_description };
    if (ctx.accepts('json', 'html') === 'html')
      await renderError(ctx as KoaContextWithOIDC, out, thrown);
    else ctx.body = out;
  }
}

/** The HTML page for an error that cannot be sent to the application. */
export type ErrorPage = (ctx: Context, facts: ErrorFacts) => string;

/** The facts on the page. */
export interface ErrorFacts {
  readonly code: string;
  readonly description: string;
  /** The key of its catalogue entry: a page may have texts of its own for it. */
  readonly entry?: string | undefined;
  /** Finds the log entries of the request, and its timeline. */
  readonly supportCode: string | undefined;
  /** For the application's developer, in English. */
  readonly explanation?: { readonly cause: string; readonly fix: string } | undefined;
  /** The page reloads itself. */
  readonly isReloading?: boolean;
}

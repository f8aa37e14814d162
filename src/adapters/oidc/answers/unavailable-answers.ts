import type { Context, Middleware } from 'koa';
import type { KoaContextWithOIDC } from 'oidc-provider';

import { type Unavailable, unavailableIn } from '../../../domain/unavailable.ts';
import type { Log } from '../../../ports/log.ts';
import { FORMS } from '../errors/entries/forms.ts';
import type { ErrorPage } from '../errors/error-page.ts';
import { makeRenderError } from './render-error.ts';

interface Deps {
  readonly errorPage: ErrorPage;
  readonly log: Log;
}

/** In seconds, when the answer does not say otherwise. */
const SOON = 3;

/**
 * Tells that a request could not be served also where it did not come as far as the library, and of every such answer
 * when to ask again. What was done on the way does not count: the browser keeps the cookies that it has.
 */
export function unavailableAnswers({ errorPage, log }: Deps): Middleware {
  const renderError = makeRenderError(errorPage);

  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const unavailable = unavailableIn(error);
      if (unavailable === undefined) throw error;
      await tell(ctx, unavailable);
    }
    if (ctx.status !== 503) return;
    ctx.remove('Set-Cookie');
    // Nothing is wrong with a token that could not be looked up.
    ctx.remove('WWW-Authenticate');
    if (ctx.response.headers['retry-after'] === undefined) ctx.set('Retry-After', String(SOON));
  };

  async function tell(ctx: Context, unavailable: Unavailable): Promise<void> {
    const reference = ctx.response.get('X-Request-Id');
    log.warn('request.unavailable', { reference, detail: unavailable.message });
    ctx.status = 503;
    ctx.set('Retry-After', String(unavailable.retryAfter));
    const { error, description: error_description } = FORMS['service-unavailable'];
    const out = { error, error_description };
    if (ctx.accepts('json', 'html') === 'html')
      await renderError(ctx as KoaContextWithOIDC, out, unavailable);
    else ctx.body = out;
  }
}

import type { Configuration } from 'oidc-provider';

import { unavailableIn } from '../../../domain/unavailable.ts';
import type { ErrorPage } from '../errors/error-page.ts';
import { entryOf } from '../errors/find-entry.ts';
import { isForScript } from './json-answer.ts';

type RenderError = NonNullable<Configuration['renderError']>;

/**
 * Tells a person on a page, or a script in JSON, what cannot be told to the application. A page that cannot be served
 * now asks again by itself.
 */
export function makeRenderError(errorPage: ErrorPage): RenderError {
  return function renderError(ctx, out, error) {
    if (isForScript(ctx)) {
      ctx.body = out;
      return;
    }
    const unavailable = unavailableIn(error);
    if (unavailable !== undefined) ctx.set('Refresh', String(unavailable.retryAfter));
    ctx.type = 'html';
    ctx.body = errorPage(ctx, {
      code: out.error,
      description: out.error_description ?? '',
      entry: entryOf(out.error, out.error_description)?.key,
      reference: ctx.response.get('X-Request-Id'),
    });
  };
}

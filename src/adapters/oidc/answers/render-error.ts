import type { Configuration } from 'oidc-provider';

import type { ErrorPage } from '../errors/error-page.ts';
import { isForScript } from './json-answer.ts';

type RenderError = NonNullable<Configuration['renderError']>;

/** Tells a person on a page, or a script in JSON, what cannot be told to the application. */
export function makeRenderError(errorPage: ErrorPage): RenderError {
  return function renderError(ctx, out) {
    if (isForScript(ctx)) {
      ctx.body = out;
      return;
    }
    ctx.type = 'html';
    ctx.body = errorPage(ctx, {
      code: out.error,
      description: out.error_description ?? '',
      reference: ctx.response.get('X-Request-Id'),
    });
  };
}

import type { Context, Next } from 'koa';

import { Failure } from '../../../domain/failure.ts';
import { unavailableIn } from '../../../domain/unavailable.ts';
import { askAgain } from '../ask-again.ts';
import type { LoginPagesDeps } from './login-pages-deps.ts';
import { pageHeaders } from './page-headers.ts';
import { referenceOf } from './reference-of.ts';
import { pathOf } from './scene.ts';
import { sendError } from './send-page.ts';

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
        askAgain(ctx, Number(cause.names.seconds), pathOf(ctx.params));
        return;
      }
      const unavailable = unavailableIn(cause);
      if (unavailable !== undefined) {
        log.warn('request.unavailable', { reference, cause: unavailable.message });
        sendError(ctx, 'service-unavailable', reference);
        askAgain(ctx, unavailable.retryAfter, pathOf(ctx.params));
        return;
      }
      // The caller went away or was too slow: nobody reads a page, and the log of faults knows such causes.
      if (cause === ctx.req.errored) throw cause;
      log.error('login.page_failed', { reference, cause });
      sendError(ctx, 'internal-error', reference);
    }
  };
}

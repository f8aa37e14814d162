import Router from '@koa/router';
import type { Context, Middleware, Next } from 'koa';

import { Failure, serviceUnavailableIn } from '../../../domain/failure.ts';
import { databaseState, faultKind } from '../../../domain/fault-kind.ts';
import type { Login } from '../../../domain/login.ts';
import type { LoginPurpose } from '../../../ports/pending-logins.ts';
import { sendAsset } from './assets.ts';
import { sendBrandFile } from './brands.ts';
import {
  type LoginPagesDeps,
  pathOf,
  type Route,
  referenceOf,
  supportCodeOf,
} from './login-context.ts';
import { missingLogin, refuse } from './note-steps.ts';
import { cancelRoute, leaveRoute, returnRoute, startRoute } from './routes/actions.ts';
import { callbackRoute } from './routes/callback.ts';
import { qrRoute, showRoute, statusRoute, textRoute } from './routes/pages.ts';
import { pageHeaders } from './send-page.ts';

/** Everything below `/login/<id>`, the callbacks of the eIDs, and the `/assets` of its pages. */
export function loginPages(deps: LoginPagesDeps): Middleware {
  const router = new Router();
  const { logins, log } = deps;

  router.get('/assets/brand/:name', sendBrandFile(deps.brands));
  router.get('/assets/:version/:name', sendAsset);
  router.use('/login/:id', withErrorPage(deps));
  router.get('/login/:id', found('poll', showRoute(deps)));
  router.get('/login/:id/status', found('poll', statusRoute(deps)));
  router.get('/login/:id/qr.svg', found('poll', qrRoute(deps)));
  router.get('/login/:id/text', found('act', textRoute(deps)));
  router.get('/login/:id/return', returnRoute(deps));
  router.use('/callback/:eid', withErrorPage(deps));
  router.get('/callback/:eid', callbackRoute(deps));
  router.post('/login/:id/start', found('act', ownPost(startRoute(deps))));
  router.post('/login/:id/cancel', found('act', ownPost(cancelRoute(deps))));
  router.post('/login/:id/leave', found('act', ownPost(leaveRoute(deps))));
  // The router itself completes the context that its type demands.
  return router.routes() as unknown as Middleware;

  function found(purpose: LoginPurpose, route: Route): (ctx: Context) => Promise<void> {
    return async (ctx) => {
      const login = await logins.load(ctx.req, ctx.res, purpose);
      if (login === undefined) refuse(deps, ctx, await missingLogin(deps, ctx));
      else await route(ctx, login);
    };
  }

  function ownPost(route: Route): Route {
    return async (ctx, found) => {
      const { login } = found;
      if (isOwnPost(ctx, login)) return route(ctx, found);
      const reference = referenceOf(ctx);
      const facts = { reference, support_code: supportCodeOf(ctx), login: login.id };
      log.warn('login.csrf_rejected', { ...facts, origin: ctx.get('origin') });
      refuse(deps, ctx, { error: 'foreign-form' });
    };
  }
}

/** Sets the headers of every page. After an error the person sees a page with a reference; the log has the reason. */
function withErrorPage(deps: LoginPagesDeps) {
  const { log } = deps;
  return async function answerErrors(ctx: Context, next: Next): Promise<void> {
    ctx.set(pageHeaders());
    try {
      await next();
    } catch (cause) {
      const reference = referenceOf(ctx);
      if (cause instanceof Failure && cause.code === 'eid-not-offered') {
        const support_code = supportCodeOf(ctx);
        log.warn('login.eid_not_offered', { reference, support_code, detail: cause.detail });
        refuse(deps, ctx, { error: 'eid-not-offered', reason: cause.reason });
        return;
      }
      if (cause instanceof Failure && cause.code === 'too-many-requests') {
        const seconds = Number(cause.values.seconds);
        const retry = { seconds, path: pathOf(ctx.params) };
        refuse(deps, ctx, { error: 'too-many-requests', retry, reason: cause.reason });
        return;
      }
      const unavailable = serviceUnavailableIn(cause);
      if (unavailable !== undefined) {
        log.warn('request.unavailable', { reference, cause: unavailable.message });
        const retry = { seconds: unavailable.retryAfter, path: pathOf(ctx.params) };
        refuse(deps, ctx, { error: 'service-unavailable', retry, ...databaseState(cause) });
        return;
      }
      // The caller closed the connection or was too slow. The fault handler logs it.
      if (cause === ctx.req.errored) throw cause;
      refuse(deps, ctx, { error: 'internal-error', ...faultKind(cause) });
      log.error('login.page_failed', { reference, support_code: supportCodeOf(ctx), cause });
    }
  };
}

/**
 * True when one of our own pages can have sent this form. Our no-referrer policy makes our own forms send
 * `Origin: null`. Browsers too old for `Sec-Fetch-Site` are protected by the cookie (SameSite=Lax) and the unguessable
 * login id.
 */
function isOwnPost(ctx: Context, login: Login): boolean {
  const site = ctx.get('sec-fetch-site');
  if (site !== '' && site !== 'same-origin' && site !== 'none') return false;
  const origin = ctx.get('origin');
  return origin === '' || origin === 'null' || origin === new URL(login.issuer).origin;
}

import Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import type { LoginPurpose } from '../../../ports/pending-logins.ts';

import { sendAsset } from './assets.ts';
import { isOwnPost, type LoginPagesDeps, type Route, referenceOf } from './login-context.ts';
import { cancelRoute, leaveRoute, returnRoute, startRoute } from './routes/actions.ts';
import { qrRoute, showRoute, statusRoute, textRoute } from './routes/pages.ts';
import { sendError, withErrorPage } from './send-page.ts';

/** Everything below `/login/<id>`, and the `/assets` of its pages. */
export function loginPages(deps: LoginPagesDeps): Middleware {
  const router = new Router();
  const { logins, log } = deps;

  router.get('/assets/:version/:name', sendAsset);
  router.use('/login/:id', withErrorPage(deps));
  router.get('/login/:id', found('view', showRoute(deps)));
  router.get('/login/:id/status', found('view', statusRoute(deps)));
  router.get('/login/:id/qr.svg', found('view', qrRoute(deps)));
  router.get('/login/:id/text', found('act', textRoute(deps)));
  router.get('/login/:id/return', returnRoute(deps));
  router.post('/login/:id/start', found('act', ownPost(startRoute(deps))));
  router.post('/login/:id/cancel', found('act', ownPost(cancelRoute(deps))));
  router.post('/login/:id/leave', found('act', ownPost(leaveRoute(deps))));
  // The router's middleware wants a context that the router itself completes.
  return router.routes() as unknown as Middleware;

  function found(purpose: LoginPurpose, route: Route): (ctx: Context) => Promise<void> {
    return async (ctx) => {
      const login = await logins.load(ctx.req, ctx.res, purpose);
      if (login === undefined) sendError(ctx, 'login-not-found', referenceOf(ctx));
      else await route(ctx, login);
    };
  }

  function ownPost(route: Route): Route {
    return async (ctx, found) => {
      const { login } = found;
      if (isOwnPost(ctx, login)) return route(ctx, found);
      const reference = referenceOf(ctx);
      log.warn('login.foreign_form', { reference, login: login.id, origin: ctx.get('origin') });
      sendError(ctx, 'foreign-form', reference);
    };
  }
}

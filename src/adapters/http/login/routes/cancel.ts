import type { LoginPagesDeps } from '../login-pages-deps.ts';
import type { Route } from './route.ts';

/** `POST /login/:id/cancel`: the person leaves for the application. */
export function cancelRoute(deps: LoginPagesDeps): Route {
  return async function cancel(ctx, login) {
    const why = await deps.cancelLogin(login);
    const onwards = await deps.sessions.finish(ctx.req, ctx.res, { why });
    if (ctx.accepts('html', 'json') === 'json') {
      ctx.body = { continue: onwards };
      return;
    }
    ctx.status = 303;
    ctx.redirect(onwards);
  };
}

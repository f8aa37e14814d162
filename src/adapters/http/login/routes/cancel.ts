import type { LoginPagesDeps } from '../login-pages-deps.ts';
import { readForm } from '../read-form.ts';
import { referenceOf } from '../reference-of.ts';
import { sendError } from '../send-page.ts';
import { parseStartTrouble } from '../start-refusal.ts';
import type { Route } from './route.ts';

/**
 * `POST /login/:id/cancel`: the person leaves for the application. A start that failed is stored nowhere, so
 * its page says what was in the way: an eID that is down is not a person who declined.
 */
export function cancelRoute(deps: LoginPagesDeps): Route {
  return async function cancel(ctx, { login, look }) {
    const trouble = parseStartTrouble((await readForm(ctx.req))?.get('because'));
    const ending = await deps.cancelLogin(look?.attempt);
    const why = ending === 'declined' ? (trouble ?? ending) : ending;
    const onwards = await deps.logins.end(ctx.req, ctx.res, why);
    deps
      .cancelLateStart(login)
      .catch((cause) =>
        deps.log.warn('login.late_start_left', { login: login.id, cause: String(cause) }),
      );
    if (onwards === undefined) {
      sendError(ctx, 'login-not-found', referenceOf(ctx));
      return;
    }
    if (ctx.accepts('html', 'json') === 'json') {
      ctx.body = { continue: onwards };
      return;
    }
    ctx.status = 303;
    ctx.redirect(onwards);
  };
}

import type { LoginPagesDeps } from '../login-pages-deps.ts';
import type { Route } from './route.ts';

/** `POST /login/:id/leave`: the page's last word. Nobody is there any more to hear an answer. */
export function leaveRoute({ leaveLogin, log }: LoginPagesDeps): Route {
  return async function leave(ctx, { login }) {
    leaveLogin(login).catch((cause) =>
      log.warn('login.leave_failed', { login: login.id, cause: String(cause) }),
    );
    ctx.status = 204;
  };
}

import type { Context } from 'koa';

import { browserSecretOf } from '../browser-secret.ts';
import type { LoginPagesDeps } from '../login-pages-deps.ts';
import { onlyLooks } from '../only-looks.ts';
import { referenceOf } from '../reference-of.ts';
import { pathOf } from '../scene.ts';
import { sendError } from '../send-page.ts';

/** `GET /login/:id/return?nonce=`: the eID's app opens this, in whichever browser it finds. */
export function returnRoute(deps: LoginPagesDeps): (ctx: Context) => Promise<void> {
  return async function comeBack(ctx) {
    if (onlyLooks(ctx)) {
      ctx.status = 204;
      return;
    }
    const found = await deps.logins.find(ctx.req, ctx.res, 'act');
    const loginId: string = found?.login.id ?? ctx.params.id;
    const { nonce } = ctx.query;
    const reception = await deps.returnToLogin({
      loginId,
      attempt: found?.look?.attempt,
      nonce: typeof nonce === 'string' ? nonce : '',
      browserSecret: browserSecretOf(ctx, loginId),
    });
    if (reception === 'welcome' && found !== undefined) {
      ctx.redirect(pathOf(found.login));
      return;
    }
    const reference = referenceOf(ctx);
    deps.log.warn('login.return_refused', { reference, login: loginId, reception });
    sendError(ctx, reception === 'other-browser' ? 'other-browser' : 'login-not-found', reference);
  };
}

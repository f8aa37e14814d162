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
    const login = await deps.logins.find(ctx.req, ctx.res);
    const loginId: string = login?.id ?? ctx.params.id;
    const { nonce } = ctx.query;
    const reception = await deps.returnToLogin({
      loginId,
      nonce: typeof nonce === 'string' ? nonce : '',
      browserSecret: browserSecretOf(ctx, loginId),
    });
    if (reception === 'welcome' && login !== undefined) {
      ctx.redirect(pathOf(login));
      return;
    }
    const reference = referenceOf(ctx);
    deps.log.warn('login.return_refused', { reference, login: loginId, reception });
    sendError(ctx, reception === 'other-browser' ? 'other-browser' : 'login-not-found', reference);
  };
}

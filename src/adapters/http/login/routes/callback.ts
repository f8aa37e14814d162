import type { Context } from 'koa';

import { parseState } from '../../../../flows/browser-login/callback-state.ts';
import { browserSecretOf } from '../begin-login.ts';
import {
  isPrefetch,
  type LoginPagesDeps,
  pathOf,
  referenceOf,
  singleParametersOf,
  supportCodeOf,
} from '../login-context.ts';
import { refuse } from '../note-steps.ts';

/** `GET /callback/:eid`: an eID with its own pages returns the browser with its answer. */
export function callbackRoute(deps: LoginPagesDeps): (ctx: Context) => Promise<void> {
  const { issuer, vault, logins, log } = deps;
  return async function callback(ctx) {
    if (isPrefetch(ctx)) {
      ctx.status = 204;
      return;
    }
    const parameters = parametersOf(ctx);
    const state = parseState(parameters?.state, issuer, vault);
    if (parameters === undefined || state === undefined) {
      refuse(deps, ctx, { error: 'login-not-found' });
      return;
    }
    const { loginId } = state;
    const result = await deps.receiveAnswer({
      eid: String(ctx.params.eid),
      state,
      answer: { parameters, url: `${issuer}${ctx.url}` },
      browserSecret: browserSecretOf(ctx, loginId),
    });
    if (result === 'other-browser') {
      const reference = referenceOf(ctx);
      refuse(deps, ctx, { error: 'other-browser', loginId });
      const support_code = supportCodeOf(ctx);
      log.warn('login.return_refused', { reference, support_code, login: loginId, result });
      return;
    }
    ctx.redirect(result === 'identified' ? logins.resumeUrlOf(loginId) : pathOf({ id: loginId }));
  };
}

/** Undefined when a parameter is repeated. */
function parametersOf({ query }: Context): Readonly<Record<string, string>> | undefined {
  const parameters = singleParametersOf(query);
  const isComplete = Object.keys(parameters).length === Object.keys(query).length;
  return isComplete ? parameters : undefined;
}

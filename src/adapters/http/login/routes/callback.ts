import type { Context } from 'koa';

import type { StepFacts } from '../../../../domain/eid-reasons.ts';
import { SUPPORT_CODE_HEADER, shownSupportCode } from '../../../../domain/support-code.ts';
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
      const facts = sentBy(ctx.query);
      refuse(deps, ctx, { error: 'login-not-found', reason: 'callback-without-login', facts });
      return;
    }
    const { loginId } = state;
    const arrival = {
      eid: String(ctx.params.eid),
      state,
      answer: { parameters, url: `${issuer}${ctx.url}` },
      browserSecret: browserSecretOf(ctx, loginId),
    };
    const result = await deps.receiveAnswer(arrival, ({ supportCode }) => {
      if (supportCode !== undefined) ctx.set(SUPPORT_CODE_HEADER, shownSupportCode(supportCode));
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

/** Anyone can send any text. */
const OAUTH_ERROR = /^[a-z]{2,20}(?:_[a-z]{2,20}){0,3}$/;

/** The eID's own error, if it sent one without the state of a login. */
function sentBy({ state, error }: Context['query']): StepFacts {
  const shown = typeof error === 'string' && OAUTH_ERROR.test(error) ? error : undefined;
  const of = state === undefined ? 'no state' : 'a state that is not of this domain';
  return { sent: shown === undefined ? of : `${of}, and error "${shown}"` };
}

/** Undefined when a parameter is repeated. */
function parametersOf({ query }: Context): Readonly<Record<string, string>> | undefined {
  const parameters = singleParametersOf(query);
  const isComplete = Object.keys(parameters).length === Object.keys(query).length;
  return isComplete ? parameters : undefined;
}

import type { KoaContextWithOIDC } from 'oidc-provider';

import type { Application } from '../../../domain/application.ts';
import { Failure } from '../../../domain/failure.ts';
import { intentOf } from '../../../domain/intent-of.ts';
import type { Domain } from '../../../domain/tenant.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Configuration } from '../../../ports/directory.ts';
import { AUTHORIZATION_REQUESTS } from '../errors/entries/authorization-requests.ts';
import { INTERRUPTED_LOGINS } from '../errors/entries/interrupted-logins.ts';
import { libraryError } from '../errors/library-error.ts';
import { orRefuse } from '../errors/or-refuse.ts';
import { takeOutNonce } from './left-out-nonce.ts';
import { hadLongState, LONGEST_STATE } from './long-state.ts';
import {
  dropLongPreferences,
  hintOf,
  judgeAcr,
  judgeLengths,
  type Params,
} from './request-checks.ts';

interface Deps {
  readonly domain: Domain;
  readonly configuration: Configuration;
  readonly clock: Clock;
}

/** The last judgement of a request, once the library found all else good; nothing is stored yet. */
export function makeJudgeRequest({ domain, configuration, clock }: Deps) {
  return function judgeRequest(ctx: KoaContextWithOIDC): void {
    const { client, route } = ctx.oidc;
    const application = client && configuration.application(domain, client.clientId);
    if (application === undefined) throw libraryError(AUTHORIZATION_REQUESTS['client-unknown']);
    const params = ctx.oidc.params as Params;
    takeOutNonce({ ctx, params });
    judgeSilence(route, params);
    dropLongPreferences(params);
    // The rest of a request of a program is judged where it is started.
    const isProgram = route === 'backchannel_authentication';
    orRefuse(() => (isProgram ? judgeLengths(params) : judge(ctx, params, application)));
  };

  function judge(ctx: KoaContextWithOIDC, params: Params, application: Application): void {
    const acr = judgeAcr(params.acr_values, domain, application);
    if (hadLongState(ctx)) throw new Failure('state-too-long', { names: { limit: LONGEST_STATE } });
    judgeLengths(params);
    intentOf(hintOf(params), { acr, door: 'browser', now: clock() });
  }
}

/**
 * The library reads `max_age=0` as `prompt=login`, and adds it to a `prompt=none` that was sent: such a request asks
 * for a login that nobody may see. What is pushed is kept as it was sent, so that it is told when it is used.
 * @throws login_required
 */
function judgeSilence(route: string, params: Params): void {
  if (params.prompt !== 'none login') return;
  if (route !== 'pushed_authorization_request') {
    throw libraryError(INTERRUPTED_LOGINS['login-required']);
  }
  params.prompt = 'none';
  params.max_age = '0';
}

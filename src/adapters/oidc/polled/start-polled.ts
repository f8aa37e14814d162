import type { KoaContextWithOIDC } from 'oidc-provider';

import { Failure } from '../../../domain/failure.ts';
import { intentOf, phoneIntentOf } from '../../../domain/intent-of.ts';
import { lifetimes } from '../../../domain/lifetimes.ts';
import type { Domain } from '../../../domain/tenant.ts';
import type { StartPhoneAuthentication } from '../../../flows/ciba/start-phone-authentication.ts';
import type { StartHeadless } from '../../../flows/headless/start-headless.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Configuration } from '../../../ports/directory.ts';
import type { Params } from '../requests/request-checks.ts';
import { startedAcrData } from './acr-data.ts';
import { callInitiatorOf } from './call-initiator.ts';
import { isAddress } from './is-address.ts';
import { errandOf, REQUEST_STARTED } from './polled-endpoints.ts';
import { type PolledRequest, polledRequest } from './polled-request.ts';
import { refusing } from './refusing.ts';
import { isSigned } from './request-objects.ts';

/** What starts requests. */
export interface StartPolledDeps {
  readonly domain: Domain;
  readonly configuration: Configuration;
  readonly startPhoneAuthentication: StartPhoneAuthentication;
  readonly startHeadless: StartHeadless;
  readonly clock: Clock;
}

/** Starts what a request at the CIBA endpoint asks for and writes its answer, in place of the library's own. */
export function makeStartPolled(deps: StartPolledDeps) {
  return function startPolled(ctx: KoaContextWithOIDC): Promise<void> {
    return refusing(ctx, async () => {
      const request = polledRequest(ctx, deps);
      const isHeadless = errandOf(ctx)?.door === 'headless';
      ctx.body = isHeadless ? await headless(ctx, request) : await phone(ctx, request);
      ctx.oidc.provider.emit(REQUEST_STARTED, ctx);
    });
  };

  async function phone(ctx: KoaContextWithOIDC, request: PolledRequest): Promise<object> {
    const { application, acr, hint, expiresIn } = request;
    const params = ctx.oidc.params as Params;
    if (!isSigned(ctx) && application.backchannelRequestSigningAlg !== undefined) {
      throw new Failure('request-not-signed');
    }
    const { callInitiator, authorization_details: authorizationDetails } = params;
    const initiator = callInitiatorOf({ callInitiator, authorizationDetails }, application);
    const bindingMessage = params.binding_message;
    const intent = phoneIntentOf(hint, { acr, bindingMessage, now: deps.clock() });
    const start = { ...request, intent, callInitiator: initiator };
    return {
      auth_req_id: await deps.startPhoneAuthentication(start),
      expires_in: expiresIn,
      interval: lifetimes.pollInterval,
    };
  }

  async function headless(ctx: KoaContextWithOIDC, request: PolledRequest): Promise<object> {
    const { acr, hint } = request;
    const { end_user_ip: endUserIp, return_url: returnUrl } = ctx.oidc.params as Params;
    if (endUserIp !== undefined && !isAddress(endUserIp)) {
      throw new Failure('end-user-ip-malformed');
    }
    const intent = intentOf(hint, { acr, door: 'headless', now: deps.clock() });
    const start = { ...request, intent, endUserIp, callerIp: ctx.ip, returnUrl };
    const { requestId, clues } = await deps.startHeadless(start);
    return {
      headless_req_id: requestId,
      expires_in: request.expiresIn,
      acr_data: startedAcrData(clues),
    };
  }
}

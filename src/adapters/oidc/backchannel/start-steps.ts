import { isIP } from 'node:net';

import type { KoaContextWithOIDC } from 'oidc-provider';

import type { Acr } from '../../../domain/acr.ts';
import type { Application } from '../../../domain/application.ts';
import { type EidOffer, variantOn } from '../../../domain/eid-offer.ts';
import { Failure } from '../../../domain/failure.ts';
import { intentOf, phoneIntentOf } from '../../../domain/intent-from-login-hint.ts';
import { lifetimes } from '../../../domain/lifetimes.ts';
import type { LoginHint } from '../../../domain/login-hint.ts';
import type { Domain } from '../../../domain/tenant.ts';
import type { StartPhoneAuthentication } from '../../../flows/ciba/start-phone-authentication.ts';
import type { StartHeadless } from '../../../flows/headless/start-headless.ts';
import type { Configuration } from '../../../ports/configuration.ts';
import type { Clock } from '../../../ports/runtime.ts';
import { REQUEST_STARTED } from '../endpoints.ts';
import { withOAuthErrors } from '../errors/oauth-errors.ts';
import {
  eidOfferOf,
  loginHintOf,
  type Params,
  validateAcr,
  validateScope,
} from '../requests/request-checks.ts';
import { showSupportCode } from '../support-code.ts';
import { startedAcrData } from './acr-data.ts';
import { callInitiatorOf } from './call-initiator.ts';
import { isSigned } from './request-objects.ts';

/** The dependencies of the steps that start a request. */
export interface StartStepDeps {
  readonly domain: Domain;
  readonly configuration: Configuration;
  readonly startPhoneAuthentication: StartPhoneAuthentication;
  readonly startHeadless: StartHeadless;
  readonly clock: Clock;
}

/** The step that starts the phone authentication of a CIBA request and writes the answer. */
export function makeCibaStartStep(deps: StartStepDeps) {
  return async function cibaStartStep(ctx: KoaContextWithOIDC): Promise<void> {
    await withOAuthErrors(ctx, async () => {
      const { requestId, supportCode, expiresIn, interval, bindingMessage } =
        await deps.startPhoneAuthentication(cibaRequest(ctx, deps));
      showSupportCode(ctx, supportCode);
      ctx.body = {
        auth_req_id: requestId,
        expires_in: expiresIn,
        interval,
        ...(bindingMessage !== undefined && { bindingMessage }),
      };
    });
    ctx.oidc.provider.emit(REQUEST_STARTED, ctx);
  };
}

/**
 * Reads a CIBA request.
 * @throws {Failure} request-not-signed, and as `callInitiatorOf` and `phoneIntentOf`
 */
function cibaRequest(ctx: KoaContextWithOIDC, deps: StartStepDeps) {
  const request = backchannelRequest(ctx, deps, 'ciba');
  const { application, offer, loginHint } = request;
  const params = ctx.oidc.params as Params;
  if (!isSigned(ctx) && application.backchannelRequestSigningAlg !== undefined) {
    throw new Failure('request-not-signed');
  }
  const { callInitiator: sent, authorization_details: authorizationDetails } = params;
  const { phone } = offer.texts;
  if (phone === undefined) throw new Failure('eid-not-offered');
  const callParams = { callInitiator: sent, authorizationDetails };
  const callInitiator = callInitiatorOf(callParams, application, phone);
  const bindingMessage = params.binding_message;
  const intent = phoneIntentOf(loginHint, { offer, bindingMessage, now: deps.clock() });
  return { ...request, intent, callInitiator };
}

/** The step that starts a headless request and writes the answer. */
export function makeHeadlessStartStep(deps: StartStepDeps) {
  return async function headlessStartStep(ctx: KoaContextWithOIDC): Promise<void> {
    await withOAuthErrors(ctx, async () => {
      const request = backchannelRequest(ctx, deps, 'headless');
      const { offer, loginHint, scope } = request;
      const { end_user_ip: endUserIp, return_url: returnUrl } = ctx.oidc.params as Params;
      if (endUserIp !== undefined && !isAddress(endUserIp)) {
        throw new Failure('end-user-ip-malformed');
      }
      const intent = intentOf(loginHint, {
        offer,
        channel: 'headless',
        scope,
        now: deps.clock(),
      });
      const expiresIn = Math.min(request.requestedExpiry ?? lifetimes.request, lifetimes.request);
      const start = { ...request, intent, endUserIp, callerIp: ctx.ip, returnUrl, expiresIn };
      const { requestId, supportCode, launchData } = await deps.startHeadless(start);
      showSupportCode(ctx, supportCode);
      ctx.body = {
        headless_req_id: requestId,
        expires_in: expiresIn,
        acr_data: startedAcrData(launchData),
      };
    });
    ctx.oidc.provider.emit(REQUEST_STARTED, ctx);
  };
}

/** The validated parts that CIBA and headless requests share. */
interface BackchannelRequest {
  readonly domain: Domain;
  readonly application: Application;
  readonly acr: Acr;
  readonly offer: EidOffer;
  readonly loginHint: LoginHint;
  /** As granted. */
  readonly scope: readonly string[];
  /** In seconds; undefined: as long as usual. */
  readonly requestedExpiry: number | undefined;
}

/**
 * Reads a request whose client is authenticated, and whose acr value and scope are complete.
 * @throws {Failure} as `validateAcr`, `variantOn`, `validateScope` and `parseLoginHint`
 */
function backchannelRequest(
  ctx: KoaContextWithOIDC,
  deps: StartStepDeps,
  channel: 'ciba' | 'headless',
): BackchannelRequest {
  const { domain, configuration } = deps;
  const application = configuration.application(domain, ctx.oidc.client?.clientId ?? '');
  if (application === undefined) throw new Error('the request has no authenticated client');
  const params = ctx.oidc.params as Params;
  const acr = validateAcr(params.acr_values, domain, { application, configuration });
  const offer = eidOfferOf(acr, configuration);
  variantOn(offer, acr, channel);
  return {
    domain,
    application,
    acr,
    offer,
    loginHint: loginHintOf(params, configuration),
    scope: validateScope(params.scope ?? ''),
    requestedExpiry: requestedExpiryOf(params),
  };
}

/** A shorter lifetime than ours is granted. The number was validated before. */
function requestedExpiryOf({ requested_expiry: requested }: Params): number | undefined {
  return requested === undefined ? undefined : Number(requested);
}

/** True for an IP address that an eID accepts. A zone (`fe80::1%eth0`) has a meaning on the sender's machine alone. */
export function isAddress(text: string): boolean {
  return isIP(text) !== 0 && !text.includes('%');
}

import type { KoaContextWithOIDC } from 'oidc-provider';

import type { Application } from '../../../domain/application.ts';
import type { Authentication } from '../../../domain/authentication.ts';
import { type OfferChannel, variantOn } from '../../../domain/eid-offer.ts';
import { Failure } from '../../../domain/failure.ts';
import type { Domain } from '../../../domain/tenant.ts';
import type { Configuration } from '../../../ports/configuration.ts';
import type { Clock } from '../../../ports/runtime.ts';
import { AUTHORIZATION_REQUESTS } from '../errors/entries/authorization-requests.ts';
import { INTERRUPTED_LOGINS } from '../errors/entries/interrupted-logins.ts';
import { libraryError, withOAuthErrorsSync } from '../errors/oauth-errors.ts';
import { contextOf } from '../request-context.ts';
import { isFlowAllowed, removePlaceholderNonce } from './complete-request.ts';
import {
  browserIntentOf,
  dropLongPreferences,
  eidOfferOf,
  MAX_STATE_LENGTH,
  type Params,
  validateAcr,
  validateLengths,
} from './request-checks.ts';

interface Deps {
  readonly domain: Domain;
  readonly configuration: Configuration;
  readonly clock: Clock;
}

/** The last check of a request, after all of the library's; nothing is stored yet. */
export function makeValidateRequest({ domain, configuration, clock }: Deps) {
  return function validateRequest(ctx: KoaContextWithOIDC): void {
    const { client, route } = ctx.oidc;
    const application = client && configuration.application(domain, client.clientId);
    if (application === undefined) throw libraryError(AUTHORIZATION_REQUESTS['client-unknown']);
    const params = ctx.oidc.params as Params;
    removePlaceholderNonce({ ctx, params });
    validateSilence(route, params);
    dropLongPreferences(params);
    // The rest of a CIBA or headless request is validated at its start.
    const isProgram = route === 'backchannel_authentication';
    withOAuthErrorsSync(() =>
      isProgram ? validateLengths(params) : validate(ctx, params, application),
    );
  };

  function validate(ctx: KoaContextWithOIDC, params: Params, application: Application): void {
    const acr = validateAcr(params.acr_values, domain, { application, configuration });
    if (contextOf(ctx).hasLongState)
      throw new Failure('state-too-long', { values: { limit: MAX_STATE_LENGTH } });
    validateLengths(params);
    variantOn(eidOfferOf(acr, configuration), acr, channelOf(params));
    browserIntentOf(params, acr, { configuration, now: clock() });
  }
}

/** A script shows the login on a page of the application, unless no login may be shown. */
function channelOf({ response_mode: mode, prompt }: Params): OfferChannel {
  return mode === 'json' && prompt !== 'none' ? 'embedded' : 'browser';
}

/**
 * The library reads `max_age=0` as `prompt=login`, and adds it to a `prompt=none` that was sent. Such a request needs a
 * login without a page, and is refused. A pushed one is stored as it was sent, and refused when it is used.
 * @throws login_required
 */
function validateSilence(route: string, params: Params): void {
  if (params.prompt !== 'none login') return;
  if (route !== 'pushed_authorization_request') {
    throw libraryError(INTERRUPTED_LOGINS['login-required']);
  }
  params.prompt = 'none';
  params.max_age = '0';
}

/**
 * Whether the application may still get the answer that it requested: its settings can change during the login. A
 * return URL that the operator removed receives no answer, not even an error.
 */
export function isStillAllowed(
  params: Params,
  { domain, configuration }: Pick<Deps, 'domain' | 'configuration'>,
): boolean {
  const { client_id = '', redirect_uri = '', response_type = '', response_mode: mode } = params;
  const application = configuration.application(domain, client_id);
  if (application === undefined || !application.redirectUris.includes(redirect_uri)) return false;
  const isModeAllowed =
    mode === undefined || application.responseModes.some((allowed) => allowed === mode);
  return isModeAllowed && isFlowAllowed(response_type, application, domain);
}

/** The content of a response type's ID token. With `code id_token` the person's claims come from userinfo. */
export function idTokenOf(responseType = ''): Authentication['idToken'] {
  const types = responseType.split(' ');
  return types.includes('code') && types.includes('id_token') ? 'minimal' : 'full';
}

import type { Middleware } from 'koa';
import type Provider from 'oidc-provider';

import type { Artifacts } from '../../../ports/artifacts.ts';
import { BACKCHANNEL_ENDPOINTS } from '../endpoints.ts';
import { CIBA_REQUESTS } from '../errors/entries/backchannel.ts';
import { libraryError, orRefuse } from '../errors/oauth-errors.ts';
import {
  backchannelNumbers,
  backchannelParameters,
  clientEndpoint,
  type EndpointStep,
  signedParameters,
  verifyIdTokenHint,
} from '../library-internals.ts';
import { makeValidateRequest } from '../requests/authorization-request.ts';
import { completeProgram } from '../requests/complete-request.ts';
import type { Params } from '../requests/request-checks.ts';
import { makeSpendRequestObject } from './request-objects.ts';
import { requireFlow } from './request-routes.ts';
import { makeStartHeadless, type StartBackchannelDeps } from './start-backchannel.ts';

/** What the endpoint needs. */
export interface HeadlessRouteDeps extends StartBackchannelDeps {
  readonly artifacts: Artifacts;
}

/** `POST /headless/authorize`: the order of the checks is the library's for a CIBA request. */
export function headlessAuthorize(provider: Provider, deps: HeadlessRouteDeps): Middleware {
  const { domain, configuration } = deps;
  const complete: EndpointStep = ({ oidc }, next) => {
    const application = configuration.application(domain, oidc.client?.clientId ?? '');
    if (application !== undefined) {
      orRefuse(() => completeProgram(oidc.params as Params, application));
    }
    return next();
  };
  return clientEndpoint(provider, {
    path: BACKCHANNEL_ENDPOINTS.headlessAuthorize,
    like: 'backchannel_authentication',
    params: [],
    steps: [
      nameClient,
      ...backchannelParameters,
      requireFlow('headless'),
      ...signedParameters,
      complete,
      ...backchannelNumbers,
      before(makeSpendRequestObject(deps)),
      before(makeValidateRequest(deps)),
      validateHints,
      makeStartHeadless(deps),
    ],
  });
}

/** The library reads the client's id among the parameters, however it came. */
const nameClient: EndpointStep = ({ oidc }, next) => {
  Object.assign(oidc.body ?? {}, { client_id: oidc.client?.clientId });
  return next();
};

/** A hint is not needed here. Those that CIBA has for a person are read as they are there. */
const validateHints: EndpointStep = async (ctx, next) => {
  const { login_hint, login_hint_token, id_token_hint } = ctx.oidc.params as Params;
  const sent = [login_hint, login_hint_token, id_token_hint].filter((hint) => hint !== undefined);
  if (sent.length > 1) throw libraryError(CIBA_REQUESTS['hint-twice']);
  if (login_hint_token !== undefined) throw libraryError(CIBA_REQUESTS['person-unknown']);
  return id_token_hint === undefined ? next() : verifyIdTokenHint(ctx, next);
};

/** The step that goes on when the check throws nothing. */
function before(check: (ctx: Parameters<EndpointStep>[0]) => unknown): EndpointStep {
  return async (ctx, next) => {
    await check(ctx);
    return next();
  };
}

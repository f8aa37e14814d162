import type { Middleware } from 'koa';
import type Provider from 'oidc-provider';

import type { Artifacts } from '../../../ports/artifacts.ts';
import type { BackchannelChannel } from '../endpoints.ts';
import { CIBA_REQUESTS } from '../errors/entries/backchannel.ts';
import { libraryError, withOAuthErrorsSync } from '../errors/oauth-errors.ts';
import {
  backchannelNumbers,
  backchannelParameters,
  clientEndpoint,
  type EndpointStep,
  signedParameters,
  verifyIdTokenHint,
} from '../library-internals.ts';
import { makeValidateRequest } from '../requests/authorization-request.ts';
import type { AccessDeps } from '../requests/client-access.ts';
import {
  completeAcr,
  completeScope,
  loginHintOf,
  type Params,
} from '../requests/request-checks.ts';
import { clientAccessStep } from './request-endpoints.ts';
import { makeConsumeRequestObject } from './request-objects.ts';
import { makeCibaStartStep, makeHeadlessStartStep, type StartStepDeps } from './start-steps.ts';

/** The dependencies of the endpoints that start requests. */
export interface StartRouteDeps extends StartStepDeps, AccessDeps {
  readonly artifacts: Artifacts;
}

/** `POST /ciba/bc-authorize`, in place of the library's own endpoint, which stores a request of its own kind. */
export function cibaAuthorize(provider: Provider, deps: StartRouteDeps): Middleware {
  return startEndpoint(provider, deps, { channel: 'ciba', start: makeCibaStartStep(deps) });
}

/** `POST /headless/authorize` */
export function headlessAuthorize(provider: Provider, deps: StartRouteDeps): Middleware {
  return startEndpoint(provider, deps, { channel: 'headless', start: makeHeadlessStartStep(deps) });
}

interface StartEndpoint {
  readonly channel: BackchannelChannel;
  /** Starts the request and writes the answer. */
  readonly start: EndpointStep;
}

/** An endpoint that starts requests: the order of the checks is the library's for CIBA. */
function startEndpoint(
  provider: Provider,
  deps: StartRouteDeps,
  { channel, start }: StartEndpoint,
): Middleware {
  return clientEndpoint(provider, {
    libraryEndpoint: 'backchannel_authentication',
    params: [],
    steps: [
      nameClient,
      ...backchannelParameters,
      clientAccessStep(deps, channel),
      ...signedParameters,
      completeParameters(deps),
      ...backchannelNumbers,
      check(makeConsumeRequestObject(deps)),
      check(makeValidateRequest(deps)),
      validateCibaHints,
      start,
    ],
  });
}

/** The library reads the client's id among the parameters; it may have come in a header or an assertion. */
const nameClient: EndpointStep = ({ oidc }, next) => {
  Object.assign(oidc.body ?? {}, { client_id: oidc.client?.clientId });
  return next();
};

/** Completes the eID service and the scope from the login hint and the application's settings. */
function completeParameters({ domain, configuration }: StartRouteDeps): EndpointStep {
  return check(({ oidc }) => {
    const application = configuration.application(domain, oidc.client?.clientId ?? '');
    if (application === undefined) return;
    const params = oidc.params as Params;
    withOAuthErrorsSync(() => {
      const loginHint = loginHintOf(params, configuration);
      completeAcr(params, { loginHint, application, configuration });
      completeScope(params, loginHint, { application, configuration });
    });
  });
}

/** Validates CIBA's three hint parameters: at most one of them. The start step refuses a request without any. */
const validateCibaHints: EndpointStep = (ctx, next) => {
  const { login_hint, login_hint_token, id_token_hint } = ctx.oidc.params as Params;
  const sent = [login_hint, login_hint_token, id_token_hint].filter((value) => value !== undefined);
  if (sent.length > 1) throw libraryError(CIBA_REQUESTS['hint-twice']);
  if (login_hint_token !== undefined) throw libraryError(CIBA_REQUESTS['person-unknown']);
  return id_token_hint === undefined ? next() : verifyIdTokenHint(ctx, next);
};

/** A step that validates: the next one follows unless it throws. */
function check(validate: (ctx: Parameters<EndpointStep>[0]) => unknown): EndpointStep {
  return async (ctx, next) => {
    await validate(ctx);
    return next();
  };
}

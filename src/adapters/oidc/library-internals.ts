/*
 * The only file that imports what the library does not export. Each such import was checked against version 9.13.3:
 * test/adapters/oidc/library-internals.test.ts fails with any other version.
 */

import type { Context, Middleware, Next } from 'koa';
import type Provider from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';
// @ts-expect-error No types. The rules of a backchannel request. 9.13.3
import * as ciba from 'oidc-provider/lib/actions/authorization/ciba.js';
// @ts-expect-error No types. Verifies an id_token_hint. 9.13.3
import { checkIdTokenHint } from 'oidc-provider/lib/actions/authorization/claims.js';
// @ts-expect-error No types. Reads a signed request. 9.13.3
import * as signedRequests from 'oidc-provider/lib/actions/authorization/process_request_object.js';
// @ts-expect-error No types. The parameters of a request, and those that are not supported. 9.13.3
import * as parameters from 'oidc-provider/lib/actions/authorization/request_parameters.js';
// @ts-expect-error No types. The request under way, as `Provider.ctx`. 9.13.3
import als from 'oidc-provider/lib/helpers/als.js';
// @ts-expect-error No types. Takes the named parameters out of the form. 9.13.3
import assembleParams from 'oidc-provider/lib/shared/assemble_params.js';
// @ts-expect-error No types. Authenticates the client. 9.13.3
import clientAuth, { getClientAuthParams } from 'oidc-provider/lib/shared/client_auth.js';
// @ts-expect-error No types. Which pages' scripts may read the answer. 9.13.3
import cors from 'oidc-provider/lib/shared/cors.js';
// @ts-expect-error No types. Answers and reports errors. 9.13.3
import errorHandler from 'oidc-provider/lib/shared/error_handler.js';
// @ts-expect-error No types. Sets Cache-Control. 9.13.3
import noCache from 'oidc-provider/lib/shared/no_cache.js';
// @ts-expect-error No types. Refuses parameters that were sent twice. 9.13.3
import rejectDupes from 'oidc-provider/lib/shared/reject_dupes.js';
// @ts-expect-error No types. Reads a form. 9.13.3
import { urlencoded } from 'oidc-provider/lib/shared/selective_body.js';

/** One step of an endpoint. */
export type EndpointStep = (ctx: KoaContextWithOIDC, next: Next) => unknown;

/** An endpoint of ours at which clients authenticate. */
export interface ClientEndpoint {
  /** The library's endpoint whose event reports the errors, and whose rules apply to the client. */
  readonly libraryEndpoint: 'token' | 'backchannel_authentication';
  /** The parameters that are read beside those of the authentication. */
  readonly params: readonly string[];
  /** Run in this order once the client is authenticated. */
  readonly steps: readonly EndpointStep[];
}

/** The library's settings of the two endpoints. */
const LIBRARY_ENDPOINTS = {
  token: {
    errors: 'grant.error',
    cors: [cors({ allowMethods: 'POST', clientBased: true, exposeHeaders: 'WWW-Authenticate' })],
  },
  backchannel_authentication: { errors: 'backchannel_authentication.error', cors: [] },
} as const;

/** Serves a posted form: the library's own steps authenticate the client, then these follow. */
export function clientEndpoint(
  provider: Provider,
  { libraryEndpoint, params, steps }: ClientEndpoint,
): Middleware {
  const { errors, cors: corsSteps } = LIBRARY_ENDPOINTS[libraryEndpoint];
  const stack: readonly EndpointStep[] = [
    errorHandler(errors),
    ...corsSteps,
    noCache,
    urlencoded,
    (ctx, next) => assembleParams(new Set([...params, ...getClientAuthParams(ctx)]), ctx, next),
    ...clientAuth,
    ...steps,
  ];
  // An assertion may be made for the URL of an endpoint of ours, as for the URLs of the library's.
  class EndpointContext extends provider.OIDCContext {
    readonly #url: string;
    constructor(ctx: Context) {
      super(ctx);
      this.#url = `${provider.issuer}${ctx.path}`;
    }
    override clientJwtAuthExpectedAudience() {
      return super.clientJwtAuthExpectedAudience().add(this.#url);
    }
  }
  return (ctx) => {
    // The library takes its name of the endpoint from the router.
    const oidc = new EndpointContext(Object.assign(ctx, { _matchedRouteName: libraryEndpoint }));
    const context = Object.assign(ctx, { oidc }) as KoaContextWithOIDC;
    return als.run(context, () => runSteps(stack, context));
  };
}

/** Refuses each parameter that was sent twice. */
export const singleParameters: EndpointStep = (ctx, next) => rejectDupes({}, ctx, next);

/** Reads the parameters of a backchannel request, all but what a signed one holds. */
export const backchannelParameters: readonly EndpointStep[] = [
  parameters.assembleAuthorizationParams,
  parameters.rejectAuthorizationDupes,
  parameters.rejectUnsupported,
  signedRequests.stripOutsideJarParams,
];

/** Reads what a signed request holds, and requires a scope. */
export const signedParameters: readonly EndpointStep[] = [
  ciba.backchannelRequestRemapErrors,
  signedRequests.default,
  parameters.rejectRegistration,
  ciba.cibaRequired,
];

/** Validates the numbers of a backchannel request. */
export const backchannelNumbers: readonly EndpointStep[] = [
  parameters.checkMaxAge,
  ciba.checkRequestedExpiry,
];

/** Verifies the ID token of an id_token_hint. */
export const verifyIdTokenHint: EndpointStep = checkIdTokenHint;

async function runSteps(steps: readonly EndpointStep[], ctx: KoaContextWithOIDC): Promise<void> {
  const [step, ...others] = steps;
  await step?.(ctx, () => runSteps(others, ctx));
}

import Provider, { type KoaContextWithOIDC } from 'oidc-provider';

import type { Application } from '../../../domain/application.ts';
import type { Domain } from '../../../domain/tenant.ts';
import type { Configuration } from '../../../ports/directory.ts';
import { orRefuse } from '../errors/or-refuse.ts';
import { normalResponseType } from '../wire-flows.ts';
import {
  completePrompt,
  judgeEvidence,
  judgeFlow,
  judgeNonce,
  judgeResponseMode,
} from './answer-rules.ts';
import { fillInNonce } from './left-out-nonce.ts';
import { prefixAcrOf } from './path-prefix.ts';
import { completeAcr, completeScope, hintOf, type Params } from './request-checks.ts';

/** Whose request it is, and where. */
interface Asking {
  readonly application: Application;
  readonly domain: Domain;
  /** The response mode that was asked for, or the usual one of the response type. */
  readonly mode: string;
}

/**
 * Completes each authorization request, pushed or not, before the library judges it: what the hint and the path
 * say goes where the library looks for it. The question for the response mode is the first that the library asks
 * about a request once all of its parameters are known.
 */
export function completeRequests(
  provider: Provider,
  domain: Domain,
  configuration: Configuration,
): void {
  provider.Client.prototype.responseModeAllowed = function responseModeAllowed(mode) {
    const { ctx } = Provider;
    const application = configuration.application(domain, this.clientId);
    if (ctx === undefined || application === undefined) return false;
    orRefuse(() => complete(ctx, { application, domain, mode }));
    return true;
  };
}

/**
 * Completes each CIBA and headless request before the library judges its scope. Which prompts it has, of which a
 * program's has none, is the first that the library asks about such a request once all of its parameters are known.
 */
export function completePrograms(
  { OIDCContext }: Provider,
  domain: Domain,
  configuration: Configuration,
): void {
  const { prototype } = OIDCContext;
  const prompts = Object.getOwnPropertyDescriptor(prototype, 'prompts')?.get;
  Object.defineProperty(prototype, 'prompts', {
    configurable: true,
    get(this: KoaContextWithOIDC['oidc']) {
      const { route, client } = this;
      const application = client && configuration.application(domain, client.clientId);
      if (route === 'backchannel_authentication' && application !== undefined) {
        orRefuse(() => completeProgram(this.params as Params, application));
      }
      return prompts?.call(this);
    },
  });
}

function completeProgram(params: Params, application: Application): void {
  const hint = hintOf(params);
  completeAcr(params, { hint, application });
  completeScope(params, hint, application);
}

function complete(ctx: KoaContextWithOIDC, { application, domain, mode }: Asking): void {
  const params = ctx.oidc.params as Params;
  // Without a response type there is no mode either; the library refuses it next.
  if (params.response_type === undefined) return;
  params.response_type = normalResponseType(params.response_type);
  completePrompt(params);
  judgeFlow(params.response_type, application, domain);
  judgeResponseMode(mode, params, application);
  const hint = hintOf(params);
  completeAcr(params, { hint, prefix: prefixAcrOf(ctx), application });
  completeScope(params, hint, application);
  judgeEvidence(mode, params);
  judgeNonce(params, application);
  if (params.response_type.includes('id_token')) fillInNonce({ ctx, params });
}

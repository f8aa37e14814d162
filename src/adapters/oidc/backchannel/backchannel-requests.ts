import type { Middleware } from 'koa';
import type Provider from 'oidc-provider';

import type { Domain } from '../../../domain/tenant.ts';
import type { ConsumeResult } from '../../../flows/order/consume-result.ts';
import type { BackchannelFlows } from '../../../flows/polling/backchannel-flows.ts';
import type { Artifacts } from '../../../ports/artifacts.ts';
import type { Configuration } from '../../../ports/configuration.ts';
import type { Pseudonyms } from '../../../ports/persons.ts';
import type { Clock } from '../../../ports/runtime.ts';
import { BACKCHANNEL_ENDPOINTS, DISCOVERY } from '../endpoints.ts';
import type { RequestCache } from '../storage/grant-adapter.ts';
import { requireBodyType } from './backchannel-endpoints.ts';
import { registerBackchannelGrants } from './backchannel-grants.ts';
import { PHONE_AUTH } from './call-initiator.ts';
import { type FindAccount, makeIssueTokens } from './issue-tokens.ts';
import { cibaCancel, headlessCancel, headlessEvents } from './request-routes.ts';
import { cibaAuthorize, headlessAuthorize } from './start-routes.ts';

interface UseDeps {
  readonly domain: Domain;
  readonly configuration: Configuration;
  readonly backchannel: BackchannelFlows;
  readonly consumeResult: ConsumeResult;
  readonly pseudonyms: Pseudonyms;
  readonly cache: RequestCache;
  readonly findAccount: FindAccount;
}

interface RouteDeps {
  readonly domain: Domain;
  readonly configuration: Configuration;
  readonly backchannel: BackchannelFlows;
  readonly artifacts: Artifacts;
  readonly clock: Clock;
}

/** The parameters of our own at the endpoints that start requests. */
export const BACKCHANNEL_PARAMS = {
  callInitiator: null,
  authorization_details: null,
  end_user_ip: null,
  return_url: null,
} as const;

/** What discovery says of them beyond what the library knows. */
export function backchannelMetadata({ issuer }: Domain) {
  return {
    headless_authorization_endpoint: `${issuer}${BACKCHANNEL_ENDPOINTS.headlessAuthorize}`,
    headless_cancellation_endpoint: `${issuer}${BACKCHANNEL_ENDPOINTS.headlessCancel}`,
    headless_events_endpoint: `${issuer}${BACKCHANNEL_ENDPOINTS.headlessEvents}`,
    backchannel_authentication_cancellation_endpoint: `${issuer}${BACKCHANNEL_ENDPOINTS.cibaCancel}`,
    authorization_details_types_supported: [PHONE_AUTH],
  };
}

/** The library says of every provider with CIBA that it knows user codes. */
const announceNoUserCodes: Middleware = async (ctx, next) => {
  await next();
  if (ctx.path !== DISCOVERY || ctx.status !== 200) return;
  ctx.body = { ...(ctx.body as object), backchannel_user_code_parameter_supported: false };
};

/** Teaches a provider CIBA and headless requests. */
export function useBackchannelRequests(provider: Provider, deps: UseDeps): void {
  registerBackchannelGrants(provider, {
    ...deps,
    ...deps.backchannel,
    issueTokens: makeIssueTokens(deps),
  });
  provider.use(requireBodyType);
  provider.use(announceNoUserCodes);
}

/** The endpoints of ours. They stand where the library's do: behind all that reads a request before it is served. */
export function useBackchannelRoutes(provider: Provider, deps: RouteDeps): void {
  const parts = { ...deps, ...deps.backchannel };
  provider.use(cibaAuthorize(provider, parts));
  provider.use(headlessAuthorize(provider, parts));
  provider.use(headlessCancel(provider, parts));
  provider.use(headlessEvents(provider, parts));
  provider.use(cibaCancel(provider, parts));
}

import type { Middleware } from 'koa';
import type Provider from 'oidc-provider';
import type {
  CIBAConfiguration,
  KoaContextWithOIDC,
  Configuration as LibraryConfiguration,
} from 'oidc-provider';

import type { Domain } from '../../../domain/tenant.ts';
import type { ConsumeResult } from '../../../flows/order/consume-result.ts';
import type { BackchannelFlows } from '../../../flows/polling/polled-flows.ts';
import type { Artifacts } from '../../../ports/artifacts.ts';
import type { Configuration } from '../../../ports/configuration.ts';
import type { Pseudonyms } from '../../../ports/persons.ts';
import type { Clock } from '../../../ports/runtime.ts';
import { DISCOVERY } from '../endpoints.ts';
import type { RequestCache } from '../storage/grant-adapter.ts';
import { refuseForeignFlows } from './backchannel-clients.ts';
import { BACKCHANNEL_ENDPOINTS, backchannelEndpoints } from './backchannel-endpoints.ts';
import { registerBackchannelGrants } from './backchannel-grants.ts';
import { PHONE_AUTH } from './call-initiator.ts';
import { type FindAccount, makeIssueTokens } from './issue-tokens.ts';
import { makeAssertRequestObject, makeSpendRequestObject } from './request-objects.ts';
import { makeStartBackchannel } from './start-backchannel.ts';

/** The features of the library that this is made of. */
export interface BackchannelFeatures {
  readonly ciba: CIBAConfiguration;
  readonly requestObjects: NonNullable<Features['requestObjects']>;
}

type Features = NonNullable<LibraryConfiguration['features']>;

interface ConfigurationDeps {
  readonly domain: Domain;
  readonly configuration: Configuration;
  readonly backchannel: BackchannelFlows;
  readonly artifacts: Artifacts;
  readonly clock: Clock;
  readonly restoredAt: Date | undefined;
}

interface UseDeps {
  readonly domain: Domain;
  readonly configuration: Configuration;
  readonly backchannel: BackchannelFlows;
  readonly consumeResult: ConsumeResult;
  readonly pseudonyms: Pseudonyms;
  readonly cache: RequestCache;
  readonly findAccount: FindAccount;
}

/** Stands for the person while the library starts a request: who it is is known when the eID has answered. */
const UNKNOWN_PERSON = 'somebody';

/** The parameters of our own at the endpoints that start requests. */
export const BACKCHANNEL_PARAMS = {
  callInitiator: null,
  authorization_details: null,
  end_user_ip: null,
  return_url: null,
} as const;

/** CIBA as the library configures it. We judge the hints, the message and the context when we start the request. */
export function backchannelFeatures(deps: ConfigurationDeps): BackchannelFeatures {
  const spendRequestObject = makeSpendRequestObject(deps);
  return {
    ciba: {
      enabled: true,
      deliveryModes: ['poll'],
      validateBindingMessage: () => {},
      // The first that the library asks us once it has verified a signed request.
      validateRequestContext: async (ctx) => {
        await spendRequestObject(ctx);
        addUnknownPerson(ctx);
      },
      processLoginHint: () => UNKNOWN_PERSON,
      processLoginHintToken: () => undefined,
      verifyUserCode: () => {},
      triggerAuthenticationDevice: makeStartBackchannel({ ...deps, ...deps.backchannel }),
    },
    requestObjects: { enabled: true, assertJwtClaimsAndHeader: makeAssertRequestObject(deps) },
  };
}

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

/**
 * The library wants a hint; a headless request needs none. A word that is no directive says nothing, so that
 * what a phone request lacks is told in our own words.
 */
function addUnknownPerson(ctx: KoaContextWithOIDC): void {
  const params = ctx.oidc.params as Record<string, string | undefined>;
  const hints = [params.login_hint, params.login_hint_token, params.id_token_hint];
  if (hints.every((hint) => hint === undefined)) params.login_hint = UNKNOWN_PERSON;
}

/** The library says of every provider with CIBA that it knows user codes. */
const announceNoUserCodes: Middleware = async (ctx, next) => {
  await next();
  if (ctx.path !== DISCOVERY || ctx.status !== 200) return;
  ctx.body = { ...(ctx.body as object), backchannel_user_code_parameter_supported: false };
};

/** Teaches a provider CIBA and headless requests. */
export function useBackchannelRequests(provider: Provider, deps: UseDeps): void {
  refuseForeignFlows(provider, deps);
  registerBackchannelGrants(provider, {
    ...deps,
    ...deps.backchannel,
    issueTokens: makeIssueTokens(deps),
  });
  provider.use(backchannelEndpoints);
  provider.use(announceNoUserCodes);
}

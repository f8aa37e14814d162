import type { Configuration as LibraryConfiguration } from 'oidc-provider';

import { LOGIN_CLAIMS } from '../../domain/claims.ts';
import { FLOW_NAMES } from '../../domain/flow.ts';
import { LANGUAGES } from '../../domain/language.ts';
import { lifetimes } from '../../domain/lifetimes.ts';
import { SCOPES } from '../../domain/scope.ts';
import type { Domain } from '../../domain/tenant.ts';
import type { Configuration } from '../../ports/directory.ts';
import { ASSERTION_ALGORITHMS } from './clients/client-assertions.ts';
import { OWN_METADATA } from './clients/client-metadata.ts';
import { ENDPOINTS } from './endpoints.ts';
import { type PolledFeatures, polledMetadata } from './polled/polled-requests.ts';
import type { SessionLifetime } from './sessions/session-lifetime.ts';
import { sessionMetadata } from './sessions/session-metadata.ts';
import { responseTypesOf } from './wire-flows.ts';

/** What is more than data: built for the domain. */
interface Parts {
  readonly features: PolledFeatures;
  readonly sessionLifetime: SessionLifetime;
}

/** Of the library's own: what we offer, and what it would offer unasked. */
const STANDARD_FEATURES: LibraryConfiguration['features'] = {
  devInteractions: { enabled: false },
  dPoP: { enabled: false },
  pushedAuthorizationRequests: { enabled: true },
  resourceIndicators: { enabled: false },
  rpInitiatedLogout: { enabled: false },
  userinfo: { enabled: true },
};

/** The part of the library's configuration that is plain data: endpoints, features, lifetimes, claims. */
export function protocolConfiguration(
  domain: Domain,
  configuration: Configuration,
  { features, sessionLifetime }: Parts,
): LibraryConfiguration {
  return {
    routes: ENDPOINTS,
    responseTypes: responseTypesOf(FLOW_NAMES),
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'],
    enabledJWA: {
      idTokenSigningAlgValues: ['RS256', 'ES256'],
      clientAuthSigningAlgValues: [...ASSERTION_ALGORITHMS],
      requestObjectSigningAlgValues: [...ASSERTION_ALGORITHMS],
    },
    scopes: [...SCOPES],
    acrValues: [...domain.acrValues],
    claims: { openid: claimNames(domain, configuration) },
    subjectTypes: ['public'],
    conformIdTokenClaims: false,
    allowOmittingSingleRegisteredRedirectUri: false,
    expiresWithSession: () => false,
    extraClientMetadata: { properties: [...OWN_METADATA] },
    pkce: { required: (_ctx, client) => client.require_pkce === true },
    ttl: lifetimesOf(sessionLifetime),
    features: { ...STANDARD_FEATURES, ...features },
    discovery: {
      ui_locales_supported: LANGUAGES,
      claim_types_supported: ['normal'],
      ...polledMetadata(domain),
      ...sessionMetadata(domain),
    },
  };
}

function lifetimesOf(sessionLifetime: SessionLifetime): LibraryConfiguration['ttl'] {
  return {
    Interaction: lifetimes.login,
    BackchannelAuthenticationRequest: lifetimes.request,
    AuthorizationCode: lifetimes.code,
    AccessToken: lifetimes.accessToken,
    IdToken: (_ctx, _token, client) => Number(client.id_token_lifetime),
    Grant: lifetimes.retention,
    Session: sessionLifetime,
  };
}

function claimNames(domain: Domain, configuration: Configuration): string[] {
  return [...new Set(['sub', 'nbf', ...LOGIN_CLAIMS, ...configuration.claimNames(domain)])];
}

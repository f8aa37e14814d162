import type { Configuration as LibraryConfiguration } from 'oidc-provider';

import { LOGIN_CLAIMS } from '../../domain/claims.ts';
import { FLOW_NAMES } from '../../domain/flow.ts';
import { LANGUAGES } from '../../domain/language.ts';
import { lifetimes } from '../../domain/lifetimes.ts';
import { SCOPES } from '../../domain/scope.ts';
import type { Domain } from '../../domain/tenant.ts';
import type { Configuration } from '../../ports/directory.ts';
import { OWN_METADATA } from './client-metadata.ts';
import { ENDPOINTS } from './endpoints.ts';
import { responseTypesOf } from './wire-flows.ts';

/** The part of the library's configuration that is plain data: endpoints, features, lifetimes, claims. */
export function protocolConfiguration(
  domain: Domain,
  configuration: Configuration,
): LibraryConfiguration {
  return {
    routes: ENDPOINTS,
    responseTypes: responseTypesOf(FLOW_NAMES),
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'],
    enabledJWA: {
      idTokenSigningAlgValues: ['RS256', 'ES256'],
      clientAuthSigningAlgValues: ['RS256', 'PS256', 'ES256'],
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
    ttl: {
      Interaction: lifetimes.login,
      AuthorizationCode: lifetimes.code,
      AccessToken: lifetimes.accessToken,
      IdToken: (_ctx, _token, client) => Number(client.id_token_lifetime),
      Grant: lifetimes.retention,
      Session: lifetimes.login,
    },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: true },
    },
    discovery: {
      ui_locales_supported: LANGUAGES,
      claim_types_supported: ['normal'],
    },
  };
}

function claimNames(domain: Domain, configuration: Configuration): string[] {
  return [...new Set(['sub', 'nbf', ...LOGIN_CLAIMS, ...configuration.claimNames(domain)])];
}

import type { AllClientMetadata } from 'oidc-provider';

import {
  type Application,
  type ClientAuthentication,
  clientAuthentications,
  needsChallenge,
} from '../../domain/application.ts';
import { grantTypesOf, responseTypesOf } from './wire-flows.ts';

/** The library wants a text here; secrets are compared by their hashes instead. */
const KEPT_AS_A_HASH = 'kept-as-a-hash';

const METHODS = {
  secret: 'client_secret_basic',
  'private-key-jwt': 'private_key_jwt',
  none: 'none',
} as const satisfies Record<ClientAuthentication, string>;

/** Our own members beside the standard ones. */
export const OWN_METADATA = ['id_token_lifetime', 'require_pkce'] as const;

/**
 * An application as the library knows clients. The library allows one way of authentication a client; it
 * gets the one that this request uses, when the application may use it.
 */
export function clientMetadata(
  application: Application,
  presented: ClientAuthentication,
): AllClientMetadata {
  const ways = clientAuthentications(application);
  const way = ways.includes(presented) ? presented : (ways[0] ?? 'none');
  const { defaultAcrValues } = application;
  return {
    client_id: application.clientId,
    client_name: application.name,
    application_type: applicationType(application.redirectUris),
    redirect_uris: [...application.redirectUris],
    response_types: responseTypesOf(application.flows),
    grant_types: grantTypesOf(application.flows),
    token_endpoint_auth_method: METHODS[way],
    ...(way === 'secret' && { client_secret: KEPT_AS_A_HASH }),
    ...(way === 'private-key-jwt' && { jwks: { keys: [...(application.jwks?.keys ?? [])] } }),
    id_token_signed_response_alg: application.idTokenSigningAlg,
    ...(defaultAcrValues !== undefined && { default_acr_values: [defaultAcrValues] }),
    id_token_lifetime: application.idTokenLifetime,
    require_pkce: needsChallenge(application),
  };
}

/** Custom schemes are for native clients; exact comparison of the URIs is ours for both types. */
function applicationType(redirectUris: readonly string[]): 'web' | 'native' {
  return redirectUris.every((uri) => /^https?:/i.test(uri)) ? 'web' : 'native';
}

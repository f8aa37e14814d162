import { decodeProtectedHeader } from 'jose';
import Provider, { type Adapter, type AllClientMetadata } from 'oidc-provider';

import {
  type Application,
  type ClientAuthentication,
  clientAuthentications,
  hasKeys,
  needsChallenge,
} from '../../../domain/application.ts';
import type { JsonObject } from '../../../domain/json.ts';
import type { Domain } from '../../../domain/tenant.ts';
import type { Configuration } from '../../../ports/configuration.ts';
import { grantTypesOf, responseTypesOf } from '../grant-types.ts';
import { refuseClaimsWithoutText } from '../requests/request-object-types.ts';
import { noopAdapter } from '../storage/artifact-adapter.ts';
import type { AssertionSigner } from './assertion-without-jti.ts';
import type { ClientKeys, ClientSecrets } from './client-credentials.ts';

/** The dependencies of the client adapter. */
export interface ClientAdapterDeps {
  readonly domain: Domain;
  readonly configuration: Configuration;
  readonly secrets: ClientSecrets;
  readonly clientKeys: ClientKeys;
  readonly assertionSigner: AssertionSigner;
}

/** The library's clients are our applications. Each has the authentication method of the request that is served. */
export function clientAdapter(deps: ClientAdapterDeps): Adapter {
  const { domain, configuration, secrets, clientKeys, assertionSigner } = deps;
  return {
    ...noopAdapter(),
    async find(clientId) {
      const application = configuration.application(domain, clientId);
      const presented = presentedAuthentication();
      if (application === undefined) {
        // An unknown client must not differ by the time of its answer.
        if (presented === 'secret') secrets.matches(clientId, clientId);
        return undefined;
      }
      refuseClaimsWithoutText();
      const keys = await keysOf(application);
      return clientMetadata(application, { presented, keys });
    },
  };

  async function keysOf(application: Application) {
    const keys = await clientKeys(application, presentedKids());
    if (!application.allowAssertionWithoutJti) return keys;
    const params = Provider.ctx?.oidc?.params;
    if (typeof params?.client_assertion === 'string') {
      params.client_assertion = await assertionSigner.addMissingJti(params.client_assertion, keys);
    }
    return [...keys, assertionSigner.key];
  }
}

/** The library needs a text here. Secrets are compared by their hashes instead. */
const SECRET_PLACEHOLDER = 'stored-as-a-hash';

const METHODS = {
  secret: 'client_secret_basic',
  'private-key-jwt': 'private_key_jwt',
  none: 'none',
} as const satisfies Record<ClientAuthentication, string>;

/** Our own members beside the standard ones. */
export const OWN_METADATA = ['id_token_lifetime', 'require_pkce'] as const;

/** In place of the return URLs of an application whose URLs the library would all refuse. */
const NO_REDIRECT_URI = 'https://redirect-uri.invalid/';

/** The parts of a client that depend on the request that is served. */
interface InRequest {
  readonly presented: ClientAuthentication;
  /** The keys that may verify what the client signed in this request. */
  readonly keys: readonly JsonObject[];
}

/**
 * An application as the library's client. The library allows each client one authentication method: it gets the one
 * of this request, when the application may use it. The library never fetches keys itself.
 */
export function clientMetadata(
  application: Application,
  { presented, keys }: InRequest,
): AllClientMetadata {
  return {
    client_id: application.clientId,
    client_name: application.name,
    ...clientAuthMethodOf(application, presented),
    ...(hasKeys(application) && { jwks: { keys: [...keys] } }),
    ...returnUrlsOf(application),
    response_types: responseTypesOf(application.flows),
    grant_types: grantTypesOf(application.flows),
    id_token_signed_response_alg: application.idTokenSigningAlg,
    require_pushed_authorization_requests: application.requirePushedAuthorizationRequests,
    backchannel_token_delivery_mode: 'poll',
    id_token_lifetime: application.idTokenLifetime,
    require_pkce: needsChallenge(application),
  };
}

function clientAuthMethodOf(
  application: Application,
  presented: ClientAuthentication,
): AllClientMetadata {
  const allowed = clientAuthentications(application);
  const chosen = allowed.includes(presented) ? presented : (allowed[0] ?? 'none');
  return {
    token_endpoint_auth_method: METHODS[chosen],
    ...(chosen === 'secret' && { client_secret: SECRET_PLACEHOLDER }),
  };
}

/**
 * The library's rules for the return URLs of web and of native clients contradict ours: a local https URL passes
 * neither. Our code compares the URLs, so the library may have fewer.
 */
function returnUrlsOf({ redirectUris, postLogoutRedirectUris }: Application): AllClientMetadata {
  const all = [...new Set([...redirectUris, ...postLogoutRedirectUris])];
  const type = all.every((uri) => uri.startsWith('https:')) ? 'web' : 'native';
  const known = redirectUris.filter(isAcceptable);
  return {
    application_type: type,
    redirect_uris: known.length > 0 ? known : [NO_REDIRECT_URI],
    post_logout_redirect_uris: all.filter(isAcceptable),
  };
}

/** Whether the library accepts it, from a web client when all are https, else from a native one. */
function isAcceptable(uri: string): boolean {
  const { protocol, hostname } = new URL(uri);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  if (protocol === 'https:') return !isLocal;
  return protocol !== 'http:' || isLocal;
}

/** The kind of credential in the request that is served. */
export function presentedAuthentication(): ClientAuthentication {
  const { ctx } = Provider;
  const params = ctx?.oidc?.params;
  if (params?.client_assertion !== undefined) return 'private-key-jwt';
  if (params?.client_secret !== undefined) return 'secret';
  return ctx?.headers.authorization?.toLowerCase().startsWith('basic ') ? 'secret' : 'none';
}

/**
 * The `kid` of each JWT in the request that its client signed: an assertion, a request object. Undefined for a JWT
 * without one.
 */
function presentedKids(): readonly (string | undefined)[] {
  const { body, params } = Provider.ctx?.oidc ?? {};
  // While a client authenticates, the library has read no parameter but the credentials.
  const jwts = [params?.client_assertion, params?.request ?? body?.request];
  return jwts.flatMap((jwt) => (typeof jwt === 'string' ? [kidOf(jwt)] : []));
}

function kidOf(jwt: string): string | undefined {
  try {
    const { kid } = decodeProtectedHeader(jwt);
    return typeof kid === 'string' ? kid : undefined;
  } catch {
    return undefined;
  }
}

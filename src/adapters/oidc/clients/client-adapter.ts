import { decodeProtectedHeader } from 'jose';
import Provider, { type Adapter, type AllClientMetadata } from 'oidc-provider';

import {
  type Application,
  type ClientAuthentication,
  clientAuthentications,
  hasKeys,
  needsChallenge,
} from '../../../domain/application.ts';
import type { Flow } from '../../../domain/flow.ts';
import type { JsonObject } from '../../../domain/json.ts';
import type { Domain } from '../../../domain/tenant.ts';
import type { Configuration } from '../../../ports/configuration.ts';
import { CIBA_GRANT, grantTypesOf, responseTypesOf } from '../grant-types.ts';
import { refuseClaimsWithoutText } from '../requests/request-object-types.ts';
import { noopAdapter } from '../storage/artifact-adapter.ts';
import type { NameAssertion } from './assertion-without-jti.ts';
import type { ClientKeys, ClientSecrets } from './client-credentials.ts';

/** What finding a client takes. */
export interface ClientAdapterDeps {
  readonly domain: Domain;
  readonly configuration: Configuration;
  readonly secrets: ClientSecrets;
  readonly clientKeys: ClientKeys;
  readonly nameAssertion: NameAssertion;
}

/** The library's clients are our applications, each as the request that is being served shows it. */
export function clientAdapter(deps: ClientAdapterDeps): Adapter {
  const { domain, configuration, secrets, clientKeys, nameAssertion } = deps;
  return {
    ...noopAdapter(),
    async find(clientId) {
      const application = configuration.application(domain, clientId);
      const presented = presentedAuthentication();
      if (application === undefined) {
        // An unknown client shall not be told apart by the work that it saves.
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
      params.client_assertion = await nameAssertion.name(params.client_assertion, keys);
    }
    return [...keys, nameAssertion.key];
  }
}

/** The library wants a text here; secrets are compared by their hashes instead. */
const KEPT_AS_A_HASH = 'kept-as-a-hash';

const METHODS = {
  secret: 'client_secret_basic',
  'private-key-jwt': 'private_key_jwt',
  none: 'none',
} as const satisfies Record<ClientAuthentication, string>;

/** Our own members beside the standard ones. */
export const OWN_METADATA = ['id_token_lifetime', 'require_pkce'] as const;

/** Stands in where the library would take none of an application's return URLs. */
const NO_REDIRECT_URI = 'https://redirect-uri.invalid/';

/** What of an application depends on the request that is being served. */
interface InRequest {
  readonly presented: ClientAuthentication;
  /** The keys that may verify what the client signed in this request. */
  readonly keys: readonly JsonObject[];
}

/**
 * An application as the library knows clients. The library allows one way of authentication a client; it
 * gets the one that this request uses, when the application may use it. Keys are never the library's to fetch.
 */
export function clientMetadata(
  application: Application,
  { presented, keys }: InRequest,
): AllClientMetadata {
  return {
    client_id: application.clientId,
    client_name: application.name,
    ...authenticationOf(application, presented),
    ...(hasKeys(application) && { jwks: { keys: [...keys] } }),
    ...returnUrlsOf(application),
    response_types: responseTypesOf(application.flows),
    grant_types: grantsOf(application.flows),
    id_token_signed_response_alg: application.idTokenSigningAlg,
    require_pushed_authorization_requests: application.requirePushedAuthorizationRequests,
    backchannel_token_delivery_mode: 'poll',
    id_token_lifetime: application.idTokenLifetime,
    require_pkce: needsChallenge(application),
  };
}

function authenticationOf(
  application: Application,
  presented: ClientAuthentication,
): AllClientMetadata {
  const ways = clientAuthentications(application);
  const way = ways.includes(presented) ? presented : (ways[0] ?? 'none');
  return {
    token_endpoint_auth_method: METHODS[way],
    ...(way === 'secret' && { client_secret: KEPT_AS_A_HASH }),
  };
}

/**
 * The library's rules for the return URLs of web and of native clients do not go together with ours: a
 * local https URL passes neither. Comparing them is ours, so it may know fewer.
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

/** Whether the library takes it, from a web client when all are https, else from a native one. */
function isAcceptable(uri: string): boolean {
  const { protocol, hostname } = new URL(uri);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  if (protocol === 'https:') return !isLocal;
  return protocol !== 'http:' || isLocal;
}

/** The library checks the CIBA grant for headless requests too; our own check decides the flow. */
function grantsOf(flows: readonly Flow[]): string[] {
  const grants = grantTypesOf(flows);
  return flows.includes('headless') ? [...new Set([...grants, CIBA_GRANT])] : grants;
}

/** Which credential the request that is being served presents. */
export function presentedAuthentication(): ClientAuthentication {
  const { ctx } = Provider;
  const params = ctx?.oidc?.params;
  if (params?.client_assertion !== undefined) return 'private-key-jwt';
  if (params?.client_secret !== undefined) return 'secret';
  return ctx?.headers.authorization?.toLowerCase().startsWith('basic ') ? 'secret' : 'none';
}

/**
 * The `kid` of each JWT in the request that its client signed: an assertion, a request object. Undefined for
 * one that names no key.
 */
export function presentedKids(): readonly (string | undefined)[] {
  const { body, params } = Provider.ctx?.oidc ?? {};
  // While a client authenticates, the library has read no parameter beside the credentials yet.
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

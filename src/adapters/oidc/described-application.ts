import { type Application, clientAuthentications } from '../../domain/application.ts';
import { FLOWS, type Flow } from '../../domain/flow.ts';
import type { JsonObject } from '../../domain/json.ts';
import { clientMetadata } from './clients/client-adapter.ts';
import { DISCOVERY, ENDPOINTS, HEADLESS, LOGOUT } from './endpoints.ts';

/** The absolute URLs of the endpoints that an application with these flows calls. */
export function endpointsOf(
  issuer: string,
  flows: readonly Flow[],
): Readonly<Record<string, string>> {
  const channels = flows.map((flow) => FLOWS[flow].channel);
  const paths = {
    discovery: DISCOVERY,
    jwks: ENDPOINTS.jwks,
    token: ENDPOINTS.token,
    userinfo: ENDPOINTS.userinfo,
    ...(channels.includes('browser') && {
      authorization: ENDPOINTS.authorization,
      pushedAuthorizationRequest: ENDPOINTS.pushed_authorization_request,
      endSession: LOGOUT,
    }),
    ...(channels.includes('ciba') && {
      backchannelAuthentication: ENDPOINTS.backchannel_authentication,
    }),
    ...(channels.includes('headless') && { headless: HEADLESS }),
  };
  return Object.fromEntries(Object.entries(paths).map(([name, path]) => [name, issuer + path]));
}

/** The metadata of the library's client (OpenID Connect Registration), without secrets and keys. */
export function metadataOf(application: Application): JsonObject {
  const [presented = 'none'] = clientAuthentications(application);
  const {
    client_secret: _secret,
    jwks: _keys,
    ...shown
  } = clientMetadata(application, { presented, keys: [] });
  return shown as JsonObject;
}

import type { Domain } from '../../../domain/tenant.ts';
import type { Configuration } from '../../../ports/directory.ts';
import { LOGOUT_REQUESTS } from '../errors/entries/logout-requests.ts';
import { libraryError } from '../errors/library-error.ts';
import type { LogoutRequest } from './logout-request.ts';

interface Deps {
  readonly domain: Domain;
  readonly configuration: Configuration;
}

/**
 * Where the browser goes after a logout: a registered URL, to the letter, of the application that asks or, when the
 * request names none, of any application of the domain. Undefined when the request names no URL.
 * @throws invalid_request: nobody registered it
 */
export function logoutTarget(
  { postLogoutRedirectUri: uri, state }: LogoutRequest,
  clientId: string | undefined,
  { domain, configuration }: Deps,
): string | undefined {
  if (uri === undefined) return undefined;
  const isRegistered = configuration
    .applications(domain)
    .filter((application) => clientId === undefined || application.clientId === clientId)
    .some(({ redirectUris, postLogoutRedirectUris }) =>
      [...redirectUris, ...postLogoutRedirectUris].includes(uri),
    );
  if (!isRegistered) throw libraryError(LOGOUT_REQUESTS['logout-target-not-registered']);
  if (state === undefined) return uri;
  return `${uri}${uri.includes('?') ? '&' : '?'}state=${encodeURIComponent(state)}`;
}

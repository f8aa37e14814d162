import type { Application } from '../../../domain/application.ts';
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
  const isRegistered = meant(clientId, { domain, configuration }).some(registers(uri));
  if (!isRegistered) throw libraryError(LOGOUT_REQUESTS['logout-target-not-registered']);
  if (state === undefined) return uri;
  return `${uri}${uri.includes('?') ? '&' : '?'}state=${encodeURIComponent(state)}`;
}

/**
 * Refuses a logout without an ID token where every application that it may come from demands one.
 * @throws invalid_request
 */
export function judgeMissingHint(
  { idTokenHint, clientId, postLogoutRedirectUri: uri }: LogoutRequest,
  deps: Deps,
): void {
  if (idTokenHint !== undefined || (clientId ?? uri) === undefined) return;
  const all = meant(clientId, deps);
  const senders = clientId === undefined && uri !== undefined ? all.filter(registers(uri)) : all;
  const isDemanded = senders.every((sender) => sender.requireIdTokenHintAtLogout);
  if (senders.length > 0 && isDemanded) throw libraryError(LOGOUT_REQUESTS['logout-hint-missing']);
}

/** The applications that a logout may come from: the one that it names, or all of the domain. */
function meant(clientId: string | undefined, { domain, configuration }: Deps) {
  const all = configuration.applications(domain);
  return clientId === undefined ? all : all.filter((one) => one.clientId === clientId);
}

function registers(uri: string) {
  return ({ redirectUris, postLogoutRedirectUris }: Application) =>
    [...redirectUris, ...postLogoutRedirectUris].includes(uri);
}

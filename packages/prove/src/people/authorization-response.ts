import type { Login } from './login.ts';

/** The parameters of an authorization response. */
export interface AuthorizationResponse {
  readonly code: string | undefined;
  readonly idToken: string | undefined;
  readonly error: string | undefined;
  readonly description: string | undefined;
  readonly state: string | undefined;
}

/** Reads it from the query or the fragment; undefined for an address that is not the application's. */
export function authorizationResponseIn(
  { clients }: Pick<Login, 'clients'>,
  url: URL,
): AuthorizationResponse | undefined {
  const { origin, pathname } = new URL(clients.redirectUri);
  if (url.origin !== origin || url.pathname !== pathname) return undefined;
  const answer = new URLSearchParams(url.hash === '' ? url.search : url.hash.slice(1));
  const of = (name: string) => answer.get(name) ?? undefined;
  return {
    code: of('code'),
    idToken: of('id_token'),
    error: of('error'),
    description: of('error_description'),
    state: of('state'),
  };
}

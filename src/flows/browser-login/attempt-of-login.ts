import type { Login } from './login.ts';

/** What every attempt of a login is for. */
export function attemptOfLogin(login: Login) {
  const { tenantId, issuer, clientId, id, acr, intent, scope, idToken } = login;
  const about = { tenantId, issuer, clientId, acr, intent, scope, idToken };
  return { ...about, door: 'browser', loginId: id, addressFrom: 'browser' } as const;
}

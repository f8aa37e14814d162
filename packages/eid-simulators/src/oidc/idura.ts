import type { OidcProfile } from './profile.ts';
import { iduraRoutes } from './routes.ts';

/** The parts of Idura Verify that all its eIDs share: one acr value for each issuer of the simulator. */
export function idura(acr: string, scheme: string) {
  return {
    routes: iduraRoutes,
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'private_key_jwt'],
    requires: { pkce: true, pushedRequest: false },
    signingAlgorithm: 'RS256',
    lifetimes: { idToken: 1200, accessToken: 120, code: 60, pushedRequest: 120, login: 600 },
    request: { level: 'acr_values' },
    assurance: { words: { [acr]: acr }, usual: acr, claims: ['authenticationtype'], amr: [] },
    idToken: { identityscheme: () => scheme, authenticationmethod: () => acr },
    hasFullIdTokens: true,
    abort: { error: 'access_denied', description: 'user declined' },
  } as const satisfies Partial<OidcProfile>;
}

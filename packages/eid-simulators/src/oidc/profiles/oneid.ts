import { ONEID_USERINFO } from '../oneid-claims.ts';
import type { OidcProfile } from '../profile.ts';
import { plainRoutes } from '../routes.ts';

/** OneID, as a provider that follows the standard: its documentation was not at hand. */
export const oneid: OidcProfile = {
  name: 'oneid',
  title: 'OneID',
  country: 'GB',
  routes: plainRoutes,
  clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'private_key_jwt'],
  requires: { pkce: true, pushedRequest: false },
  signingAlgorithm: 'RS256',
  lifetimes: { idToken: 300, accessToken: 300, code: 60, pushedRequest: 60, login: 600 },
  parameters: {},
  request: {},
  faultOf: ({ scopes }) =>
    scopes.filter((scope) => scope.startsWith('oneid:product:')).length === 1
      ? undefined
      : 'scope must have one product',
  assurance: { words: {}, usual: '', claims: [], amr: [] },
  idToken: {},
  serviceSettings: () => ({ product: 'simulated' }),
  userinfo: ONEID_USERINFO,
  abort: { error: 'access_denied', description: 'user declined' },
};

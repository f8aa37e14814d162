import {
  ADVANCED,
  APPROVAL_TEXT,
  BASIC,
  ITSME_NAMED_CLAIMS,
  ITSME_PARAMETERS,
  ITSME_USERINFO,
  itsmeFaultOf,
} from '../itsme-dialect.ts';
import type { OidcProfile } from '../profile.ts';
import { itsmeRoutes } from '../routes.ts';

const words = { none: 'none', [BASIC]: BASIC, [ADVANCED]: ADVANCED };

/** itsme, with a service of each kind: for logins and for confirmations. */
export const itsme: OidcProfile = {
  name: 'itsme',
  title: 'itsme',
  country: 'BE',
  routes: itsmeRoutes,
  clientAuthMethods: ['private_key_jwt'],
  requires: { pkce: false, pushedRequest: false },
  signingAlgorithm: 'RS256',
  lifetimes: { idToken: 300, accessToken: 300, code: 180, pushedRequest: 60, login: 180 },
  parameters: ITSME_PARAMETERS,
  request: { level: 'acr_values', text: APPROVAL_TEXT },
  assurance: { words, usual: BASIC, claims: ['acr'], amr: [] },
  idToken: {},
  userinfo: ITSME_USERINFO,
  namedClaims: ITSME_NAMED_CLAIMS,
  serviceSettings: () => ({ service: 'TEST_LOGIN', confirmationService: 'TEST_CONFIRM' }),
  signedRequests: { algorithm: 'RS256', isRequired: false },
  faultOf: itsmeFaultOf,
  answers: { alg: 'RSA-OAEP-256', enc: 'A128CBC-HS256', userinfo: 'encrypted' },
  abort: { error: 'access_denied', description: 'user rejected' },
};

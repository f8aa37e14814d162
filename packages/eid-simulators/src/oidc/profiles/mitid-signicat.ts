import type { OidcProfile } from '../profile.ts';
import { identityServerRoutes } from '../routes.ts';
import {
  faultOfText,
  SIGNICAT_ACR_VALUES,
  SIGNICAT_TEXT,
  SIGNICAT_USERINFO,
} from '../signicat-dialect.ts';

/** From the request's words to those of the claims. */
const LEVELS = { low: 'LOW', substantial: 'SUBSTANTIAL', high: 'HIGH' } as const;

/** MitID through Signicat (eID Hub). A text must be in a signed request. */
export const mitidSignicat: OidcProfile = {
  name: 'mitid-signicat',
  title: 'MitID (Signicat)',
  country: 'DK',
  routes: identityServerRoutes,
  clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'private_key_jwt'],
  requires: { pkce: false, pushedRequest: false },
  signingAlgorithm: 'RS256',
  lifetimes: { idToken: 600, accessToken: 600, code: 15, pushedRequest: 60, login: 600 },
  parameters: {
    acr_values: { required: true, pattern: SIGNICAT_ACR_VALUES },
    ui_locales: { words: ['da', 'en'] },
  },
  request: { level: { path: 'acr_values', part: /(?<= )loa:(\w+)/ }, text: SIGNICAT_TEXT },
  signedRequests: { algorithm: 'RS256', isRequired: false, besidePushed: true },
  faultOf: faultOfText,
  assurance: { words: LEVELS, usual: 'substantial', claims: [], amr: ['external'] },
  idToken: {
    idp: () => 'mitid',
    idp_issuer: () => 'mitid',
    transaction_id: (login) => login.transactionId,
    sandbox: () => true,
  },
  userinfo: SIGNICAT_USERINFO,
  abort: { error: 'access_denied', description: 'user_cancelled' },
};

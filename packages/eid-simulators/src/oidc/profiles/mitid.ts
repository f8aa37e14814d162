import { MITID_PARAMETERS, MITID_REQUEST, MITID_USERINFO } from '../mitid-dialect.ts';
import type { OidcProfile } from '../profile.ts';
import { identityServerRoutes } from '../routes.ts';

const NSIS = 'https://data.gov.dk/concept/core/nsis';
const words = { low: `${NSIS}/Low`, substantial: `${NSIS}/Substantial`, high: `${NSIS}/High` };

/** MitID through the Nets eID Broker (Signaturgruppen). */
export const mitid: OidcProfile = {
  name: 'mitid',
  title: 'MitID',
  country: 'DK',
  routes: identityServerRoutes,
  clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'private_key_jwt'],
  requires: { pkce: true, pushedRequest: false },
  signingAlgorithm: 'ES256',
  lifetimes: { idToken: 300, accessToken: 10_800, code: 60, pushedRequest: 600, login: 600 },
  parameters: {
    idp_values: { words: ['mitid'] },
    language: { words: ['da', 'en', 'kl'] },
    ...MITID_PARAMETERS,
  },
  request: MITID_REQUEST,
  assurance: { words, usual: 'substantial', claims: ['loa', 'ial', 'aal'], amr: ['code_app'] },
  idToken: {
    idp: () => 'mitid',
    identity_type: () => 'private',
    transaction_id: (login) => login.transactionId,
  },
  userinfo: MITID_USERINFO,
  abort: { error: 'access_denied', description: 'mitid_user_aborted' },
};

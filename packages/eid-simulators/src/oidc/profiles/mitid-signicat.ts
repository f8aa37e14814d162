import type { OidcProfile } from '../profile.ts';
import { identityServerRoutes } from '../routes.ts';
import { nameClaims } from './name-claims.ts';

const LEVELS = { low: 'LOW', substantial: 'SUBSTANTIAL', high: 'HIGH' } as const;
/** From the request's words to those of the claims. */
const words = Object.fromEntries(
  Object.entries(LEVELS).map(([word, level]) => [`idp:mitid loa:${word}`, level]),
);

/** MitID through Signicat (eID Hub). */
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
    acr_values: { required: true, words: ['idp:mitid', ...Object.keys(words)] },
    ui_locales: { words: ['da', 'en'] },
  },
  request: { level: 'acr_values' },
  assurance: { words, usual: 'idp:mitid loa:substantial', claims: [], amr: ['external'] },
  idToken: {
    idp: () => 'mitid',
    idp_issuer: () => 'mitid',
    transaction_id: (login) => login.transactionId,
    sandbox: () => true,
  },
  userinfo: {
    profile: { ...nameClaims, birthdate: ({ person }) => person.birthdate },
    'idp-id': { idp_id: ({ person }) => person.uuid },
    nin: {
      nin: ({ person }) => person.nationalNumber,
      nin_type: () => 'PERSON',
      nin_issuing_country: () => 'DK',
    },
    'mitid-extra': {
      mitid_has_cpr: () => 'true',
      mitid_loa: ({ level }) => level,
      mitid_ial: ({ level }) => level,
      mitid_aal: ({ level }) => level,
      mitid_fal: () => 'HIGH',
    },
  },
  abort: { error: 'access_denied', description: 'user_cancelled' },
};

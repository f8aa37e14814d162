import { ftnCodes, ftnNames } from '../ftn-claims.ts';
import type { OidcProfile } from '../profile.ts';
import { ftnRoutes } from '../routes.ts';

const LOW = 'http://eidas.europa.eu/LoA/low';
const [LOA2, LOA3] = ['http://ftn.ficora.fi/2017/loa2', 'http://ftn.ficora.fi/2017/loa3'] as const;
const words = { low: LOW, [LOA2]: LOA2, [LOA3]: LOA3 };

/** A broker of the Finnish Trust Network, by the dialect of OP's. */
export const ftn: OidcProfile = {
  name: 'ftn',
  title: 'Suomi: pankkitunnus, mobiilivarmenne',
  country: 'FI',
  routes: ftnRoutes,
  clientAuthMethods: ['private_key_jwt'],
  requires: { pkce: false, pushedRequest: false },
  signingAlgorithm: 'RS256',
  lifetimes: { idToken: 600, accessToken: 3600, code: 60, pushedRequest: 60, login: 900 },
  parameters: {
    // 128 bits at least.
    nonce: { required: true, pattern: /^.{22,}$/ },
    ui_locales: { words: ['fi', 'sv', 'en'] },
    acr_values: { words: [LOA2, LOA3] },
    ftn_idp_id: { pattern: /^[a-z][a-z0-9-]{1,40}$/ },
    ftn_spname: { pattern: /^[\p{L}\p{N} .,&'-]{1,64}$/u },
  },
  request: { level: 'acr_values' },
  assurance: { words, usual: LOA2, claims: ['acr'], amr: [] },
  idToken: { ...ftnCodes, ...ftnNames },
  userinfo: { personal_identity_code: ftnCodes, profile: ftnNames, weak: {}, strong: {} },
  signedRequests: { algorithm: 'RS256', isRequired: true },
  faultOf: ({ scopes }) =>
    scopes.includes('personal_identity_code') ? undefined : 'scope lacks personal_identity_code',
  assertions: { audience: 'token endpoint', maxSeconds: 600 },
  answers: { alg: 'RSA-OAEP', enc: 'A128CBC-HS256', userinfo: 'json' },
  hasEntityStatement: true,
  hasTransientSubject: true,
  abort: { error: 'cancel', description: 'user cancel' },
};

import { contactOf } from '../../world/contact.ts';
import type { OidcProfile } from '../profile.ts';
import { vippsRoutes } from '../routes.ts';
import { faultOfReturn } from '../vipps-return.ts';
import { nameClaims } from './name-claims.ts';

const IN_THE_APP = 'urn:vipps:acr:app_auth';

/** Vipps MobilePay Login. */
export const vipps: OidcProfile = {
  name: 'vipps',
  title: 'Vipps',
  country: 'NO',
  routes: vippsRoutes,
  clientAuthMethods: ['client_secret_basic', 'client_secret_post'],
  requires: { pkce: false, pushedRequest: false },
  signingAlgorithm: 'RS256',
  lifetimes: { idToken: 3600, accessToken: 600, code: 120, pushedRequest: 60, login: 600 },
  parameters: {
    state: { required: true, pattern: /^.{8,}$/s },
    acr_values: { words: [IN_THE_APP] },
    requested_flow: { words: ['app_to_app'] },
    app_callback_uri: { pattern: /^[a-z][a-z0-9+.-]*:\/\/[^\s#]+$/i },
    market: { words: ['NO', 'DK', 'FI'] },
  },
  request: { level: 'acr_values' },
  faultOf: faultOfReturn,
  // A browser that Vipps remembers needs no approval in the app.
  assurance: { words: {}, usual: 'remembered_browser', claims: ['acr'], amr: ['app'] },
  idToken: { sid: ({ transactionId }) => transactionId },
  userinfo: {
    name: nameClaims,
    phoneNumber: { phone_number: ({ person }) => contactOf(person).phone },
    email: { email: ({ person }) => contactOf(person).email },
    address: { address: ({ person }) => contactOf(person).address },
    birthDate: { birthdate: ({ person }) => person.birthdate },
    nin: { nin: ({ person }) => person.nationalNumber },
  },
  abort: { error: 'access_denied', description: 'User cancelled the login' },
};

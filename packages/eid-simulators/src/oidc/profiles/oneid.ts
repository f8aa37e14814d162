import type { OidcProfile } from '../profile.ts';
import { plainRoutes } from '../routes.ts';
import { nameClaims } from './name-claims.ts';

const ADDRESS = { street_address: '1 Sample Street', locality: 'London', country: 'GB' };

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
  userinfo: {
    'oneid:product:simulated': {},
    profile: nameClaims,
    date_of_birth: { birthdate: ({ person }) => person.birthdate },
    address: { address: () => ADDRESS },
    email: { email: ({ person }) => `${person.id}@example.com` },
    phone: { phone_number: () => '+447700900123' },
    age_over_18: { age_over_18: ({ age }) => age >= 18 },
    age_over_21: { age_over_21: ({ age }) => age >= 21 },
    age_over_25: { age_over_25: ({ age }) => age >= 25 },
    accounts: { accounts: () => ({ simulated: true }) },
    'accounts.balances': { 'accounts.balances': () => ({ simulated: true }) },
    fraud: { fraud: () => ({ simulated: true }) },
    pep_and_sanctions: { pep_and_sanctions: () => ({ simulated: true }) },
  },
  abort: { error: 'access_denied', description: 'user declined' },
};

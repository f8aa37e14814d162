import type { OidcProfile } from '../profile.ts';
import { nameClaims } from './name-claims.ts';

const PATH = '/auth/idp/profile/oidc';

/** ID Austria. The attributes of the registration are in every ID token, whatever the scope. */
export const idAustria: OidcProfile = {
  name: 'idaustria',
  title: 'ID Austria',
  country: 'AT',
  routes: {
    authorization: `${PATH}/authorize`,
    token: `${PATH}/token`,
    userinfo: `${PATH}/userinfo`,
    jwks: `${PATH}/keyset`,
    pushed_authorization_request: `${PATH}/par`,
  },
  clientAuthMethods: ['client_secret_post'],
  requires: { pkce: false, pushedRequest: false },
  signingAlgorithm: 'RS256',
  lifetimes: { idToken: 300, accessToken: 300, code: 60, pushedRequest: 60, login: 600 },
  clientIdOf: (requested) => `https://${requested}.example/`,
  parameters: { client_id: { required: true, pattern: /^https:\/\/\S+$/ } },
  request: {},
  assurance: { words: {}, usual: 'high', claims: [], amr: ['app'] },
  subject: ({ nationalNumber }) => nationalNumber,
  idToken: { ...nameClaims, birthdate: ({ person }) => person.birthdate },
  userinfo: { profile: {} },
  abort: { error: 'access_denied', description: 'The user aborted' },
};

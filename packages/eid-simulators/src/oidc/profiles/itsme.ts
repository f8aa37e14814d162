import type { OidcProfile, ReceivedRequest } from '../profile.ts';

const C = 'http://itsme.services/v2/claim';
const [BASIC, ADVANCED] = [`${C}/acr_basic`, `${C}/acr_advanced`];
const TEXT = `claims.userinfo.${C}/claim_approval_text_key.value`;
const TEMPLATE = `claims.userinfo.${C}/claim_approval_template_name.value`;
/** ISO 8859-15. */
const LATIN_9 =
  /^[\n\r -~\u00A0-\u00A3\u00A5\u00A7\u00A9-\u00B3\u00B5-\u00B7\u00B9-\u00BB\u00BF-\u00FF€ŠšŽžŒœŸ]{1,7500}$/;

/** itsme, with a service of each kind: for logins and for confirmations. */
export const itsme: OidcProfile = {
  name: 'itsme',
  title: 'itsme',
  country: 'BE',
  routes: {
    authorization: '/authorization',
    token: '/token',
    userinfo: '/userinfo',
    jwks: '/jwkSet',
    pushed_authorization_request: '/none',
  },
  clientAuthMethods: ['private_key_jwt'],
  requires: { pkce: false, pushedRequest: false },
  signingAlgorithm: 'RS256',
  lifetimes: { idToken: 300, accessToken: 300, code: 180, pushedRequest: 60, login: 180 },
  parameters: {
    ui_locales: { words: ['fr', 'nl', 'de', 'en'] },
    display: { words: ['page'] },
    acr_values: { words: [BASIC, ADVANCED] },
    [`claims.userinfo.${C}/place_of_birth`]: { isNull: true },
    [`claims.userinfo.${C}/claim_device`]: { isNull: true },
    [TEMPLATE]: { words: ['free_text'] },
    [TEXT]: { pattern: LATIN_9 },
  },
  request: { level: 'acr_values', text: TEXT },
  assurance: {
    words: { none: 'none', [BASIC]: BASIC, [ADVANCED]: ADVANCED },
    usual: BASIC,
    claims: ['acr'],
    amr: [],
  },
  idToken: {},
  userinfo: {
    'service:TEST_LOGIN': {},
    'service:TEST_CONFIRM': {},
    profile: {
      name: ({ person }) => `${person.givenName} ${person.familyName}`,
      given_name: ({ person }) => person.givenName,
      family_name: ({ person }) => person.familyName,
      birthdate: ({ person }) => person.birthdate,
      gender: ({ person }) =>
        Number(person.nationalNumber.slice(6, 9)) % 2 === 1 ? 'male' : 'female',
    },
    email: { email: ({ person }) => `${person.id}@example.be`, email_verified: () => false },
    phone: { phone_number: () => '+32 460000000', phone_number_verified: () => true },
    address: {
      address: () => ({
        formatted: 'Teststraat 1, 1000 Brussel',
        street_address: 'Teststraat 1',
        postal_code: '1000',
        locality: 'Brussel',
      }),
    },
    eid: { [`${C}/BENationalNumber`]: ({ person }) => person.nationalNumber },
  },
  serviceSettings: { service: 'TEST_LOGIN', confirmationService: 'TEST_CONFIRM' },
  namedClaims: {
    [`${C}/place_of_birth`]: () => ({ city: 'Gent', country: 'BE', formatted: 'Gent BE' }),
    [`${C}/claim_device`]: () => ({ os: 'ANDROID', appName: 'itsme app', rooted: 'false' }),
  },
  signedRequests: { algorithm: 'RS256', isRequired: false },
  faultOf,
  answers: { alg: 'RSA-OAEP-256', enc: 'A128CBC-HS256', userinfo: 'encrypted' },
  abort: { error: 'access_denied', description: 'user rejected' },
};

function faultOf({ scopes, isEncrypted, textAt }: ReceivedRequest): string | undefined {
  const services = scopes.filter((scope) => scope.startsWith('service:'));
  if (services.length !== 1) return 'scope must have one service';
  const isConfirmation = services[0] === 'service:TEST_CONFIRM';
  if (isConfirmation && !isEncrypted) return 'a confirmation must be signed and encrypted';
  const hasText = textAt(TEXT) !== undefined && textAt(TEMPLATE) === 'free_text';
  if (isConfirmation !== hasText) return 'a confirmation, and nothing else, has an approval text';
  return undefined;
}

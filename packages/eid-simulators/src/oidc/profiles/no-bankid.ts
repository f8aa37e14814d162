import { contactOf, fiveDigitsOf } from '../../world/contact.ts';
import type { Person } from '../../world/persons.ts';
import type { OidcProfile } from '../profile.ts';
import { nameClaims } from './name-claims.ts';

const [BIS, BID] = ['urn:bankid:bis;LOA=3', 'urn:bankid:bid;LOA=4'] as const;
const serialOf = (person: Person) => `9578-6000-4-${fiveDigitsOf(person)}`;
const subjectOf = (person: Person) =>
  `CN=${person.familyName}\\, ${person.givenName},O=SIMULATOR AS,C=NO,SERIALNUMBER=${serialOf(person)}`;

/** Norwegian BankID. */
export const noBankId: OidcProfile = {
  name: 'no-bankid',
  title: 'BankID (Norway)',
  country: 'NO',
  routes: {
    authorization: '/precheck/auth',
    token: '/protocol/openid-connect/token',
    userinfo: '/protocol/openid-connect/userinfo',
    jwks: '/protocol/openid-connect/certs',
    pushed_authorization_request: '/protocol/openid-connect/ext/par/request',
  },
  clientAuthMethods: ['client_secret_basic'],
  requires: { pkce: false, pushedRequest: false },
  signingAlgorithm: 'RS256',
  lifetimes: { idToken: 300, accessToken: 300, code: 60, pushedRequest: 60, login: 600 },
  parameters: {
    acr_values: { words: [BIS, BID] },
    login_hint: { pattern: /^(?:BID|BIS)?(?::\d{11})?$/ },
    ui_locales: { words: ['nb', 'en'] },
  },
  request: { level: 'acr_values' },
  assurance: { words: {}, usual: BIS, claims: ['acr'], amr: ['BankID'] },
  idToken: {
    ...nameClaims,
    bankid_altsub: ({ person }) => serialOf(person),
    birthdate: ({ person }) => person.birthdate,
    originator: () => 'CN=SIMULATOR Bank CA,O=SIMULATOR AS,C=NO;OriginatorId=0',
    additionalCertInfo: ({ person, level }) =>
      level === BID ? { subjectName: subjectOf(person), certQualified: false } : undefined,
  },
  userinfo: {
    profile: nameClaims,
    nnin_altsub: { nnin_altsub: ({ person }) => person.nationalNumber },
    email: { email: ({ person }) => contactOf(person).email },
    phone: { phone_number: ({ person }) => contactOf(person).phone.slice(2) },
    address: { address: ({ person }) => contactOf(person).address },
  },
  // One issuer stands for both of the real ones.
  serviceSettings: (issuer) => ({ biometricsIssuer: issuer }),
  abort: { error: 'access_denied', description: 'The user cancelled' },
  ciba: { route: '/bc-authorize', types: ['customerServiceCall.v1'], expiresIn: 900, interval: 3 },
};

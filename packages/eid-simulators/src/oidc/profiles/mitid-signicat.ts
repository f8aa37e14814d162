import type { OidcProfile, ReceivedRequest } from '../profile.ts';
import { identityServerRoutes } from '../routes.ts';
import { nameClaims } from './name-claims.ts';

/** From the request's words to those of the claims. */
const LEVELS = { low: 'LOW', substantial: 'SUBSTANTIAL', high: 'HIGH' } as const;

const ACR_VALUES =
  /^idp:mitid(?: loa:(?:low|substantial|high))?(?: mitid_reference_text:[A-Za-z0-9+/]+={0,2})?$/;
const TEXT = {
  path: 'acr_values',
  part: /(?<= )mitid_reference_text:(\S+)$/,
  isBase64: true,
} as const;
const MAX_TEXT = 130;

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
    acr_values: { required: true, pattern: ACR_VALUES },
    ui_locales: { words: ['da', 'en'] },
  },
  request: { level: { path: 'acr_values', part: /(?<= )loa:(\w+)/ }, text: TEXT },
  signedRequests: { algorithm: 'RS256', isRequired: false, besidePushed: true },
  faultOf: faultOfText,
  assurance: { words: LEVELS, usual: 'substantial', claims: [], amr: ['external'] },
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

function faultOfText({ isSigned, textAt }: ReceivedRequest): string | undefined {
  const [, text] = TEXT.part.exec(textAt('acr_values') ?? '') ?? [];
  if (text === undefined) return undefined;
  if (!isSigned) return 'mitid_reference_text must be in a signed request';
  const bytes = Buffer.from(text, 'base64');
  if (bytes.toString('base64') !== text) return 'mitid_reference_text is not base64';
  const isLong = [...bytes.toString('utf8')].length > MAX_TEXT;
  return isLong ? `mitid_reference_text is longer than ${MAX_TEXT} characters` : undefined;
}

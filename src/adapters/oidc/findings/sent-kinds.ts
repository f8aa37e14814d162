import { closestName } from '../../../domain/closest-name.ts';
import { shownValue } from '../../../domain/shown-value.ts';
import { textsOf } from '../request-fields.ts';

/** The words that a value may have, or the form of these words. */
export type Kind = readonly string[] | RegExp;

/**
 * `name "value"`, of a value whose words are all of its kind, or misspelt. Any other word may be a secret, a token or a number
 * of a person that was pasted there: it is not shown. Undefined without a text.
 */
export function quoted(name: string, value: unknown, kind: Kind): string | undefined {
  const text = textsOf(value).join(' ').slice(0, LONGEST);
  if (text === '') return undefined;
  const shown = shownValue(text.replace(WORD, (word) => (isLike(word, kind) ? word : UNKNOWN)));
  return shown && `${name} "${shown}"`;
}

/** True for a word of this kind, case aside, also with two typing errors. */
export function isLike(word: string, kind: Kind): boolean {
  if (word.length > LONGEST_WORD) return false;
  return kind instanceof RegExp ? kind.test(word) : closestName(word, kind) !== undefined;
}

/** In characters. */
const LONGEST = 400;
const LONGEST_WORD = 130;
const WORD = /[^\s,+;|]+/g;
const UNKNOWN = '(unknown)';

/** The values of each parameter that is a word of the protocol, also those that this service does not have. */
export const KINDS = {
  response_type: ['code', 'id_token', 'token', 'none'],
  response_mode: [
    ...['query', 'fragment', 'form_post', 'web_message', 'post_message', 'json'],
    ...['jwt', 'query.jwt', 'fragment.jwt', 'form_post.jwt'],
  ],
  prompt: ['none', 'login', 'consent', 'select_account', 'create'],
  /** Also with a unit, a sign or a fraction, and what programs write for no number. */
  max_age: /^(?:[-+]?\d{1,5}(?:[.]\d{1,3})?[a-z]{0,7}|null|undefined|nan|true|false|none|never)$/i,
  requested_expiry: /^(?:[-+]?\d{1,5}(?:[.]\d{1,3})?[a-z]{0,7}|null|undefined|nan|true|false)$/i,
  callInitiator: ['RP', 'user'],
  code_challenge_method: ['S256', 'plain', 'SHA256', 'SHA-256'],
  client_assertion_type: [
    'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    'urn:ietf:params:oauth:client-assertion-type:saml2-bearer',
    'urn:ietf:params:oauth:grant-type:jwt-bearer',
  ],
} as const satisfies Readonly<Record<string, Kind>>;

/** The media types of bodies. */
export const MEDIA_TYPES = [
  ...['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'],
  ...['text/plain', 'text/html', 'text/xml', 'application/xml', 'application/octet-stream'],
  ...['application/jwt', 'application/jose', 'application/javascript', 'text/json'],
];

/** The grant types of OAuth and OpenID, beside those of this service. */
export const GRANT_TYPES = [
  ...['authorization_code', 'implicit', 'client_credentials', 'refresh_token', 'password', 'code'],
  'urn:ietf:params:oauth:grant-type:device_code',
  'urn:ietf:params:oauth:grant-type:jwt-bearer',
  'urn:ietf:params:oauth:grant-type:saml2-bearer',
  'urn:ietf:params:oauth:grant-type:token-exchange',
];

/** The scopes of OpenID, beside those of the eIDs. */
export const SCOPES = ['openid', 'profile', 'email', 'address', 'phone', 'offline_access'];

/** Assurance levels that other services take for acr values. */
export const ASSURANCE_LEVELS = [
  ...['0', '1', '2', '3', '4', 'loa1', 'loa2', 'loa3', 'loa4', 'uncertified-loa3', 'phr', 'phrh'],
  ...['low', 'substantial', 'high', 'mfa', 'http://id.elegnamnden.se/loa/1.0/loa3'],
  ...['http://eidas.europa.eu/LoA/substantial', 'http://eidas.europa.eu/LoA/high'],
];

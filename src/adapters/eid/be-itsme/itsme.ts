import type { EidOffer } from '../../../domain/eid-offer.ts';
import { isJsonObject, type JsonObject } from '../../../domain/json.ts';
import type {
  OidcClaim,
  OidcLevels,
  OidcRequestShape,
  OidcRow,
} from '../protocols/oidc/oidc-row.ts';
import {
  claim,
  group,
  names,
  normalisedAs,
  number,
  ofScope,
} from '../protocols/oidc/row-claims.ts';

/** The prefix of itsme's own claims. */
export const ITSME = 'http://itsme.services/v2/claim';
const [BASIC, ADVANCED] = [`${ITSME}/acr_basic`, `${ITSME}/acr_advanced`] as const;
const ASKED = { [`${ITSME}/place_of_birth`]: null, [`${ITSME}/claim_device`]: null };
const CODE = /^[A-Za-z0-9_-]{1,64}$/;

/** What is the same in all countries of itsme. */
export const ITSME_PROVIDER = {
  title: 'itsme',
  scheme: 'itsme',
  method: '{acr}',
  issuers: {
    production: 'https://idp.prd.itsme.services/v2',
    test: 'https://idp.e2e.itsme.services/v2',
  },
  clientAuthentication: 'client_secret_post',
  algorithms: ['RS256'],
  encryptsIdTokens: true,
  userinfo: 'encrypted',
  settings: {
    service: { doc: 'The code of our service for logins.', isRequired: true, form: CODE },
    confirmationService: {
      doc: 'The code of our service for confirmations. Without it requests with a text fail.',
      isRequired: false,
      form: CODE,
    },
  },
  expected: {},
  personId: 'sub',
} as const satisfies Partial<OidcRow>;

/** Our scopes for which itsme has claims. */
export const ITSME_SCOPES = ['email', 'phone', 'ssn', 'address'];

/** A text is shown by a confirmation, whose request must be encrypted. Plain text: itsme reads `<b>` and the like. */
export const ITSME_TEXTS = {
  authentication: {
    message: { limit: 7500, measured: 'before base64 encoding', charset: 'ISO 8859-15' },
    nonVisibleData: undefined,
  },
  signature: undefined,
  phone: undefined,
} satisfies EidOffer['texts'];

/** The request, with further scopes for scopes of ours. */
export function itsmeRequest(scopes: OidcRequestShape['scopes']): OidcRequestShape {
  const parameters = { acr_values: '{level}', ui_locales: '{language}' };
  const withService = (service: string) => ({
    ...scopes,
    openid: ['openid', `service:{setting:${service}}`, 'profile'],
  });
  const approval = {
    [`${ITSME}/claim_approval_template_name`]: { value: 'free_text' },
    [`${ITSME}/claim_approval_text_key`]: { value: '{text}' },
  };
  return {
    sent: 'query',
    scopes: withService('service'),
    languages: { nl: 'nl', fr: 'fr', de: 'de', en: 'en' },
    actions: undefined,
    parameters: { ...parameters, claims: { userinfo: ASKED } },
    withText: {
      sent: 'signed',
      encryption: { alg: 'RSA-OAEP-256', enc: 'A128CBC-HS256' },
      scopes: withService('confirmationService'),
      parameters: { ...parameters, claims: { userinfo: { ...ASKED, ...approval } } },
    },
  };
}

/** The levels: any unlocking of the app, or its code. `required` by acr value: `basic` or `advanced`. */
export function itsmeLevels(required: Readonly<Record<string, 'basic' | 'advanced'>>): OidcLevels {
  const requirement = { basic: of(BASIC), advanced: of(ADVANCED) };
  return {
    claim: 'acr',
    ascending: [
      { value: BASIC, amr: ['mfa'] },
      { value: ADVANCED, amr: ['mfa', 'pin'] },
    ],
    required: Object.fromEntries(
      Object.entries(required).map(([acr, level]) => [acr, requirement[level]]),
    ),
  };
}

function of(value: string) {
  return { sent: value, lowest: value };
}

/** The claims that documents of all countries have. */
export const ITSME_CLAIMS: readonly OidcClaim[] = [
  ...names(),
  normalisedAs(
    'place_of_birth',
    group('placeofbirth', `${ITSME}/place_of_birth`, { city: 'Gent' }, 'City and country.'),
    (place) => (isJsonObject(place) ? placeOf(place) : undefined),
  ),
  group('deviceinfo', `${ITSME}/claim_device`, { os: 'ANDROID' }, 'The phone with the app.'),
  ofScope('email', claim('email', 'email', 'test@example.be', 'E-mail address.')),
  ofScope('email', claim('email_verified', 'email_verified', 'false', '`true` or `false`.')),
  ofScope('phone', claim('phone_number', 'phone_number', '+32 460000000', 'Phone number.')),
  ofScope('phone', claim('phone_number_verified', 'phone_number_verified', 'true', '`true`.')),
];

/** The standard's names of its members. */
function placeOf({ city, country }: JsonObject): JsonObject {
  return {
    ...(city !== undefined && { locality: city }),
    ...(country !== undefined && { country }),
  };
}

const NUMBER = `${ITSME}/BENationalNumber`;
const GENDER = 'As in the document: `female`, `male` or another word.';

/** The same, and those of Belgian documents. */
export const BELGIAN_CLAIMS: readonly OidcClaim[] = [
  ...ITSME_CLAIMS,
  claim('gender', 'gender', 'female', GENDER),
  ofScope('ssn', number(claim('nationalnumber', NUMBER, '90110299836', 'National number.'))),
  ofScope('address', group('address', 'address', { locality: 'Gent' }, 'Postal address.')),
];

import type { ParameterRules } from './parameter-rules.ts';
import type { Claims, ReceivedRequest } from './profile.ts';

const C = 'http://itsme.services/v2/claim';

/** The levels: any unlocking of the app, or its code. */
export const BASIC = `${C}/acr_basic`;
export const ADVANCED = `${C}/acr_advanced`;

/** The path of the text of a confirmation. */
export const APPROVAL_TEXT = `claims.userinfo.${C}/claim_approval_text_key.value`;
const TEMPLATE = `claims.userinfo.${C}/claim_approval_template_name.value`;

/** ISO 8859-15. */
const LATIN_9 =
  /^[\n\r -~\u00A0-\u00A3\u00A5\u00A7\u00A9-\u00B3\u00B5-\u00B7\u00B9-\u00BB\u00BF-\u00FF€ŠšŽžŒœŸ]{1,7500}$/;

/** The parameters of itsme. */
export const ITSME_PARAMETERS: ParameterRules = {
  ui_locales: { words: ['fr', 'nl', 'de', 'en'] },
  display: { words: ['page'] },
  acr_values: { words: [BASIC, ADVANCED] },
  [`claims.userinfo.${C}/place_of_birth`]: { isNull: true },
  [`claims.userinfo.${C}/claim_device`]: { isNull: true },
  [TEMPLATE]: { words: ['free_text'] },
  [APPROVAL_TEXT]: { pattern: LATIN_9 },
};

/** The claims by scope, as a Belgian document has them. */
export const ITSME_USERINFO: Readonly<Record<string, Claims>> = {
  'service:TEST_LOGIN': {},
  'service:TEST_CONFIRM': {},
  profile: {
    name: ({ person }) => `${person.givenName} ${person.familyName}`,
    given_name: ({ person }) => person.givenName,
    family_name: ({ person }) => person.familyName,
    birthdate: ({ person }) => person.birthdate,
    // The serial number of a man is odd.
    gender: ({ person }) => (/^\d{8}[13579]/.test(person.nationalNumber) ? 'male' : 'female'),
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
};

/** The claims that a request names. */
export const ITSME_NAMED_CLAIMS: Claims = {
  [`${C}/place_of_birth`]: () => ({ city: 'Gent', country: 'BE', formatted: 'Gent BE' }),
  [`${C}/claim_device`]: () => ({ os: 'ANDROID', appName: 'itsme app', rooted: 'false' }),
};

/** One service, and a text exactly for the service of confirmations, which are encrypted. */
export function itsmeFaultOf({ scopes, isEncrypted, textAt }: ReceivedRequest): string | undefined {
  const services = scopes.filter((scope) => scope.startsWith('service:'));
  if (services.length !== 1) return 'scope must have one service';
  const isConfirmation = services[0] === 'service:TEST_CONFIRM';
  if (isConfirmation && !isEncrypted) return 'a confirmation must be signed and encrypted';
  const hasText = textAt(APPROVAL_TEXT) !== undefined && textAt(TEMPLATE) === 'free_text';
  if (isConfirmation === hasText) return undefined;
  return 'a confirmation, and nothing else, has an approval text';
}

import { type DirectiveRule, pattern, used } from '../../../domain/directives.ts';
import type { OidcClaim, OidcLevels, OidcRow } from '../protocols/oidc/oidc-row.ts';
import {
  address,
  birthdate,
  claim,
  nameClaims,
  number,
  ofScope,
  ofScopeAs,
  phone,
} from '../protocols/oidc/row-claims.ts';

export const ACR = 'urn:grn:authn:no:vipps';

/** The person approved in the app. Without it a remembered browser logs in, and nobody approves. */
const IN_THE_APP = 'urn:vipps:acr:app_auth';

/** An answer without the approval in the app is not accepted. */
export const APP_LOGIN: OidcLevels = {
  claim: 'acr',
  ascending: [{ value: IN_THE_APP, amr: ['user'] }],
  required: { [ACR]: { sent: IN_THE_APP, lowest: IN_THE_APP } },
};

const RETURN = 'appswitch:resumeUrl';

/** The application's own app, which the app of Vipps opens after the approval. Another app could claim a scheme of its own. */
export const DIRECTIVES: readonly DirectiveRule[] = [
  used(RETURN, pattern('https address of the app', /^https:\/\/[^\s#]+$/)),
];

/** Both or neither: Vipps takes an address to return to in this flow alone. */
export const APP_RETURN = {
  requested_flow: `app_to_app{with:${RETURN}}`,
  app_callback_uri: `{directive:${RETURN}}`,
};

/** A partner's calls name the sales unit for which they are made. */
export const PARTNER: Pick<Required<OidcRow>, 'headers' | 'settings'> = {
  headers: { 'merchant-serial-number': '{setting:merchantSerialNumber}' },
  settings: {
    merchantSerialNumber: {
      doc: 'The serial number of the sales unit (`Merchant-Serial-Number`). Partners need it.',
      isRequired: false,
      form: /^\d{4,10}$/,
    },
  },
};

/** Its scopes for ours. */
export const SCOPES = {
  address: ['address'],
  email: ['email'],
  phone: ['phoneNumber'],
  birthdate: ['birthDate'],
  ssn: ['nin'],
} as const;

/** The name, and what the person shares by scope. */
export const CLAIMS: readonly OidcClaim[] = [
  ...nameClaims('Eline', 'Prøvedal'),
  ...address({
    street_address: 'Prøveveien 1',
    postal_code: '0001',
    region: 'OSLO',
    country: 'NO',
    formatted: 'Prøveveien 1\n0001\nOSLO\nNO',
  }),
  ...birthdate('1990-08-15').map((each) => ofScope('birthdate', each)),
  ...ofScopeAs('email', claim('email', 'email', 'eline@example.com', 'E-mail.'), 'emailaddress'),
  ...ofScopeAs(
    'phone',
    phone('+', claim('phone_number', 'phone_number', '4700000005', 'Phone, without a plus.')),
    'mobilephone',
  ),
  ofScope('ssn', number(claim('socialno', 'nin', '15889010069', 'National identity number.'))),
];

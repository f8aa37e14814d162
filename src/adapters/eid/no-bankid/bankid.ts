import type { Acr } from '../../../domain/acr.ts';
import { type DirectiveRule, later, pattern, used } from '../../../domain/directives.ts';
import type { PhoneRules } from '../../../domain/eid-offer.ts';
import type { OidcClaim, OidcLevels } from '../protocols/oidc/oidc-row.ts';
import {
  address,
  birthdate,
  claim,
  nameClaims,
  number,
  ofScope,
  ofScopeAs,
  optional,
  orNull,
  phone,
} from '../protocols/oidc/row-claims.ts';
import { NO_TEXTS, variantsByLevel, withChannels } from '../protocols/oidc/row-parts.ts';

const BANKID = 'urn:grn:authn:no:bankid';
const SUBSTANTIAL = `${BANKID}:substantial`;
const HIGH = `${BANKID}:high`;

/** Biometrics in the app is substantial, code and password are high. A plain `no:bankid` means high. */
const VARIANTS = variantsByLevel([
  { level: 'substantial', acrs: [SUBSTANTIAL] },
  { level: 'high', acrs: [BANKID, HIGH] },
]).flatMap((one) => (one.acr === SUBSTANTIAL ? withChannels({ ciba: 'order' }, [one]) : one));

/** A call of a customer, by biometrics. BankID makes the words of the call itself. */
const CALLS: PhoneRules = {
  message: undefined,
  nonVisibleData: undefined,
  detailsType: 'customerServiceCall.v1',
  namesCaller: false,
  pending: 'not-granted',
};

/** Values that have ended: BankID on SIM cards, and the name of before. */
const RETIRED = { [`${BANKID}:mobile`]: HIGH as Acr, [`${BANKID}:central`]: HIGH as Acr };

/** The acr values, and the texts: none but those of calls. */
export const OFFER = { variants: VARIANTS, retired: RETIRED, texts: { ...NO_TEXTS, phone: CALLS } };

/** BankID's words for them. */
const [BIS, BID] = ['urn:bankid:bis;LOA=3', 'urn:bankid:bid;LOA=4'] as const;

export const LEVELS: OidcLevels = {
  claim: 'acr',
  ascending: [
    { value: BIS, amr: ['mfa'] },
    { value: BID, amr: ['mfa'] },
  ],
  required: {
    [SUBSTANTIAL]: { sent: BIS, lowest: BIS },
    [BANKID]: { sent: BID, lowest: BID },
    [HIGH]: { sent: BID, lowest: BID },
  },
};

const NUMBER = { ...pattern('11 digits, or none', /^(?:\d{11})?$/), optional: true };

/** Preselection of the method and the person. BankID on SIM cards (`BIM`) has ended. */
export const DIRECTIVES: readonly DirectiveRule[] = [
  used('BID', NUMBER),
  used('BIS', NUMBER),
  later('BIM', pattern('8 digits:DDMMYY', /^\d{8}:\d{6}$/)),
];

/** The preselection of the request, else the named person with either method. */
export const LOGIN_HINT = '{word:BID}|{word:BIS}|:{person}';

/** Its scopes for ours. */
export const SCOPES = {
  address: ['address'],
  email: ['email'],
  phone: ['phone'],
  ssn: ['nnin_altsub'],
} as const;

const PHONE = claim('phone_number', 'phone_number', '00000005', 'Phone, without country code.');
const ISSUER = 'CN=BankID - TestBank1 - Bank CA 3,OU=123456789,O=TestBank1 AS,C=NO';
const SUBJECT = 'CN=Prøvedal\\, Eline,O=TestBank1 AS,C=NO,SERIALNUMBER=9578-6000-4-000005';

export const CLAIMS: readonly OidcClaim[] = [
  claim('uniqueuserid', 'bankid_altsub', '9578-6000-4-000005', 'The person at BankID. Not secret.'),
  optional(claim('certissuer', 'originator', ISSUER, 'Issuer of the certificate.')),
  optional(claim('certsubject', 'additionalCertInfo.subjectName', SUBJECT, 'Its subject.')),
  ...nameClaims('Eline', 'Prøvedal'),
  ...birthdate('1990-08-15'),
  ...address({
    street_address: 'Prøveveien 1',
    postal_code: '0001',
    locality: 'Oslo',
    formatted: 'Prøveveien 1\n0001 Oslo',
  }).map(orNull),
  ...ofScopeAs('email', claim('email', 'email', 'eline@example.com', 'E-mail.'), 'emailaddress'),
  ...ofScopeAs('phone', phone('+47', PHONE), 'mobilephone'),
  ofScope('ssn', number(claim('socialno', 'nnin_altsub', '15889010069', 'Identity number.'))),
];

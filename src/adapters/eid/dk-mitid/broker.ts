import { pattern, used } from '../../../domain/directives.ts';
import type {
  OidcClaim,
  OidcLevels,
  OidcRequestShape,
  OidcRow,
} from '../protocols/oidc/oidc-row.ts';
import { as, claim, optional, words } from '../protocols/oidc/row-claims.ts';
import { textUpTo, USUAL_ALGORITHMS } from '../protocols/oidc/row-parts.ts';
import type { Template } from '../protocols/oidc/template.ts';

const NSIS = 'https://data.gov.dk/concept/core/nsis';
const [LOW, SUBSTANTIAL, HIGH] = [`${NSIS}/Low`, `${NSIS}/Substantial`, `${NSIS}/High`] as const;
const NAMES = { [LOW]: 'LOW', [SUBSTANTIAL]: 'SUBSTANTIAL', [HIGH]: 'HIGH' };

/** The broker of Signaturgruppen (Nets eID Broker): the same for each of its identity providers. */
export const BROKER = {
  issuers: { production: 'https://netseidbroker.dk/op', test: 'https://pp.netseidbroker.dk/op' },
  clientAuthentication: 'client_secret_basic',
  algorithms: USUAL_ALGORITHMS,
  userinfo: 'json',
  // What the app showed, as far as the request decides it.
  remembered: { action: '{action}', text: '{text}' },
  endings: { mitid_user_aborted: 'declined' },
} as const satisfies Partial<OidcRow>;

/** Shown in the app under the heading of the action. MitID signs it no more than a login: there is no evidence. */
export const TEXTS = {
  authentication: textUpTo(130),
  signature: textUpTo(130),
  phone: undefined,
} as const;

/** Skips the user name of MitID. */
export const UUID = used('uuid', pattern('UUID', /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i));

/** The words of MitID for our actions. */
const ACTIONS = {
  login: 'LOG_ON',
  confirm: 'CONFIRM',
  accept: 'ACCEPT',
  approve: 'APPROVE',
  sign: 'SIGN',
} as const;

/** The parameters of MitID itself. A CPR number must not be in a URL: the request is pushed. */
export const MITID_PARAMETERS = {
  loa_value: '{level}',
  action_text: '{action}',
  reference_text: '{base64Text}',
  uuid_hint: '{lower:uuid}',
  cpr_hint: '{person}',
} as const satisfies Template;

/** The request for one of its identity providers. */
export function brokerRequest(provider: string, parameters: Template): OidcRequestShape {
  return {
    sent: 'pushed',
    scopes: { openid: ['openid', 'mitid'] },
    languages: { da: 'da', en: 'en' },
    actions: ACTIONS,
    parameters: { language: '{language}', idp_values: provider, idp_params: parameters },
  };
}

/** The Danish levels of assurance (NSIS). Low proves one factor, the others two. */
const LEVELS = {
  claim: 'loa',
  ascending: [
    { value: LOW, amr: ['user'] },
    { value: SUBSTANTIAL, amr: ['mfa'] },
    { value: HIGH, amr: ['mfa'] },
  ],
} as const;

export const NSIS_LEVELS: OidcLevels = {
  ...LEVELS,
  required: {
    'urn:grn:authn:dk:mitid:low': { sent: 'low', lowest: LOW },
    'urn:grn:authn:dk:mitid:substantial': { sent: 'substantial', lowest: SUBSTANTIAL },
    'urn:grn:authn:dk:mitid:high': { sent: 'high', lowest: HIGH },
  },
};

/** The broker states at most substantial for business identities. */
export const BUSINESS_LEVELS: OidcLevels = {
  ...LEVELS,
  required: {
    'urn:grn:authn:dk:mitid:business': { sent: 'substantial', lowest: SUBSTANTIAL },
  },
};

/** The claim with a name of Danish SAML (OIOSAML 2) in the profile of URIs. */
export function asDanish(name: string, released: OidcClaim): OidcClaim {
  return as(`dk:gov:saml:attribute:${name}`, released);
}

const HEADERS = {
  LOG_ON: 'Log on',
  APPROVE: 'Approve',
  CONFIRM: 'Confirm',
  ACCEPT: 'Accept',
  SIGN: 'Sign',
};

/** The claims of every login about its levels, and about the text of the request. */
export const MITID_CLAIMS: readonly OidcClaim[] = [
  asDanish('LoA', words(NAMES, claim('loA', 'loa', 'LOW', 'Level of assurance of the login.'))),
  asDanish('IAL', words(NAMES, claim('ial', 'ial', 'HIGH', 'Level of the identity proofing.'))),
  asDanish('AAL', words(NAMES, claim('aal', 'aal', 'LOW', 'Level of the authenticator.'))),
  ...[
    asDanish('FAL', words(NAMES, claim('fal', 'fal', 'HIGH', 'Level of the federation.'))),
    asDanish(
      'RefTextHeader',
      words(HEADERS, claim('refTextHeader', 'request.action', 'Approve', 'Requested heading.')),
    ),
    asDanish(
      'RefTextBody',
      claim('refTextBody', 'request.text', 'Pay 100 kr', 'The text that the app showed.'),
    ),
  ].map(optional),
];

import { finnishGenderOf } from '../national-numbers/finland.ts';
import type {
  OidcClaim,
  OidcLevels,
  OidcRequestShape,
  OidcRow,
  RowSetting,
} from '../protocols/oidc/oidc-row.ts';
import { claim, derived, names, number } from '../protocols/oidc/row-claims.ts';

const FTN = 'http://ftn.ficora.fi/2017';
const [LOA2, LOA3] = [`${FTN}/loa2`, `${FTN}/loa3`] as const;

/** A broker of the Finnish Trust Network; the issuers are OP's. */
export const FTN_BROKER = {
  issuers: { production: 'https://isb.op.fi', test: 'https://isb-test.op.fi' },
  clientAuthentication: 'client_secret_basic',
  assertionAudience: 'token endpoint',
  algorithms: ['RS256', 'PS256', 'ES256'],
  isPinned: true,
  encryptsIdTokens: true,
  userinfo: 'none',
  settings: {
    bankProvider: provider('bank-id', 'bank'),
    mobileProvider: provider('mobile-id', 'operator'),
  },
} as const satisfies Partial<OidcRow>;

/** The request to a broker of the Finnish Trust Network: signed, as its profile demands (Traficom S213). */
export const FTN_REQUEST: OidcRequestShape = {
  sent: 'signed',
  scopes: { openid: ['openid', 'personal_identity_code', 'profile'] },
  languages: { fi: 'fi', sv: 'sv', en: 'en' },
  actions: undefined,
  parameters: { acr_values: '{level}', ui_locales: '{language}', ftn_spname: '{application}' },
};

/** Substantial at least, for each acr value. They differ in the preselected bank or operator, which no answer states. */
export const FTN_LEVELS: OidcLevels = {
  claim: 'acr',
  ascending: [
    { value: LOA2, amr: ['mfa'] },
    { value: LOA3, amr: ['mfa'] },
  ],
  required: {
    'urn:grn:authn:fi:bank-id': preselecting('{setting:bankProvider}'),
    'urn:grn:authn:fi:mobile-id': preselecting('{setting:mobileProvider}'),
    'urn:grn:authn:fi:all': { sent: LOA2, lowest: LOA2 },
  },
  ofTest: { [`${FTN}/loatest2`]: LOA2 },
};

const CODE = 'personal_identity_code';

/** The claims of an ID token. `sub` is another one in each. */
export const FTN_CLAIMS: readonly OidcClaim[] = [
  number(claim('hetu', CODE, '010190-900P', 'Personal identity code.')),
  claim('satu', 'urn:oid:1.2.246.22', '99999999A', 'Electronic identifier; few brokers have it.'),
  derived(finnishGenderOf, claim('gender', CODE, 'Female', '`Male` or `Female`, by the code.')),
  ...names(),
];

function preselecting(provider: string) {
  return { sent: LOA2, lowest: LOA2, parameters: { ftn_idp_id: provider } };
}

function provider(acr: string, who: string): RowSetting {
  const doc = `The broker's \`ftn_idp_id\` of the ${who} to which \`fi:${acr}\` leads. If absent, the person chooses.`;
  return { doc, isRequired: false, form: /^[a-z][a-z0-9-]{1,40}$/ };
}

import type { OidcLevels, OidcRequestShape, OidcRow } from '../oidc/oidc-row.ts';
import { claim, USUAL_ALGORITHMS, words } from '../oidc/row-parts.ts';

const NSIS = 'https://data.gov.dk/concept/core/nsis';
const [LOW, SUBSTANTIAL, HIGH] = [`${NSIS}/Low`, `${NSIS}/Substantial`, `${NSIS}/High`] as const;
const NAMES = { [LOW]: 'LOW', [SUBSTANTIAL]: 'SUBSTANTIAL', [HIGH]: 'HIGH' };

/** The broker of Signaturgruppen (Nets eID Broker): the same for each of its identity providers. */
export const BROKER = {
  issuers: { production: 'https://netseidbroker.dk/op', test: 'https://pp.netseidbroker.dk/op' },
  clientAuthentication: 'client_secret_basic',
  algorithms: USUAL_ALGORITHMS,
  userinfo: 'json',
  endings: { mitid_user_aborted: 'declined' },
} as const satisfies Partial<OidcRow>;

/** The request for one of its identity providers. It is pushed: a CPR number must not be in a URL. */
export function brokerRequest(provider: string): OidcRequestShape {
  return {
    sent: 'pushed',
    scopes: { openid: ['openid', provider], ssn: ['ssn'] },
    languages: { da: 'da', en: 'en' },
    actions: {
      login: 'LOG_ON',
      confirm: 'CONFIRM',
      accept: 'ACCEPT',
      approve: 'APPROVE',
      sign: 'SIGN',
    },
    parameters: {
      language: '{language}',
      idp_values: provider,
      idp_params: {
        [provider]: {
          loa_value: '{level}',
          action_text: '{action}',
          reference_text: '{base64Text}',
          uuid_hint: '{directive:uuid}',
          cpr_hint: '{person}',
        },
      },
    },
  };
}

/** The Danish levels of assurance (NSIS). Low proves one factor, the others two. */
export const NSIS_LEVELS: OidcLevels = {
  claim: 'loa',
  ascending: [
    { value: LOW, amr: ['user'] },
    { value: SUBSTANTIAL, amr: ['mfa'] },
    { value: HIGH, amr: ['mfa'] },
  ],
  required: {
    'urn:grn:authn:dk:mitid:low': { sent: 'low', lowest: LOW },
    'urn:grn:authn:dk:mitid:substantial': { sent: 'substantial', lowest: SUBSTANTIAL },
    'urn:grn:authn:dk:mitid:high': { sent: 'high', lowest: HIGH },
  },
};

/** The claims of every login about its levels. */
export const NSIS_CLAIMS = [
  words(NAMES, claim('loA', 'loa', 'LOW', 'Level of assurance of the login.')),
  words(NAMES, claim('ial', 'ial', 'SUBSTANTIAL', 'Level of the identity proofing.')),
  words(NAMES, claim('aal', 'aal', 'LOW', 'Level of the authenticator.')),
  words(NAMES, claim('fal', 'fal', 'HIGH', 'Level of the federation.')),
];

import type { OidcBroker } from '../protocols/oidc/oidc-row.ts';
import { claim, number, ofScope, optional } from '../protocols/oidc/row-claims.ts';

const ACR = 'idp:mitid loa:{level}';

/** MitID through Signicat (eID Hub). A text must be in a signed request: the settings need a key. */
export const SIGNICAT: OidcBroker = {
  clientAuthentication: 'client_secret_basic',
  testIssuers: /^https:\/\/[^/]+\.sandbox\.signicat\.com(?:\/|$)/,
  request: {
    sent: 'pushed',
    withText: {
      sent: 'signed',
      parameters: {
        acr_values: `${ACR} mitid_reference_text:{base64Text}`,
        ui_locales: '{language}',
      },
    },
    scopes: { openid: ['openid', 'profile', 'idp-id', 'mitid-extra'], ssn: ['nin'], address: [] },
    languages: { da: 'da', en: 'en' },
    actions: undefined,
    parameters: { acr_values: ACR, ui_locales: '{language}' },
  },
  levels: {
    claim: 'mitid_loa',
    ascending: [
      { value: 'LOW', amr: ['user'] },
      { value: 'SUBSTANTIAL', amr: ['mfa'] },
      { value: 'HIGH', amr: ['mfa'] },
    ],
    required: {
      'urn:grn:authn:dk:mitid:low': { sent: 'low', lowest: 'LOW' },
      'urn:grn:authn:dk:mitid:substantial': { sent: 'substantial', lowest: 'SUBSTANTIAL' },
      'urn:grn:authn:dk:mitid:high': { sent: 'high', lowest: 'HIGH' },
    },
  },
  // Its requests cannot name the person.
  expectedOfRequest: { idp_id: '{lower:uuid}' },
  personId: 'idp_id',
  nationalId: { from: 'nin', scope: 'ssn' },
  claims: [
    claim('uuid', 'idp_id', '8e6ab4ea-58b9-4130-a900-4366ba54eed9', 'The person at MitID.'),
    ofScope('ssn', number(claim('cprNumberIdentifier', 'nin', '2712589100', 'CPR number.'))),
    claim('birthdate', 'birthdate', '1958-12-27', 'Date of birth.'),
    claim('dateofbirth', 'birthdate', '1958-12-27', 'As `birthdate`.'),
    claim('name', 'name', 'Paiman Petersen', 'Full name.'),
    optional(claim('refTextBody', 'request.text', 'Pay 100 kr', 'The text that the app showed.')),
    claim('loA', 'mitid_loa', 'LOW', 'Level of assurance of the login.'),
    claim('ial', 'mitid_ial', 'SUBSTANTIAL', 'Level of the identity proofing.'),
    claim('aal', 'mitid_aal', 'LOW', 'Level of the authenticator.'),
    optional(claim('fal', 'mitid_fal', 'HIGH', 'Level of the federation.')),
  ],
};

import type { OidcProfile } from '../profile.ts';
import { identityServerRoutes } from '../routes.ts';
import { addressClaims } from './danish-address.ts';

const M = 'idp_params.mitid';
const NSIS = 'https://data.gov.dk/concept/core/nsis';
const words = { low: `${NSIS}/Low`, substantial: `${NSIS}/Substantial`, high: `${NSIS}/High` };

/** MitID through the Nets eID Broker (Signaturgruppen). */
export const mitid: OidcProfile = {
  name: 'mitid',
  title: 'MitID',
  country: 'DK',
  routes: identityServerRoutes,
  clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'private_key_jwt'],
  requires: { pkce: true, pushedRequest: false },
  signingAlgorithm: 'ES256',
  lifetimes: { idToken: 300, accessToken: 10_800, code: 60, pushedRequest: 600, login: 600 },
  parameters: {
    idp_values: { words: ['mitid'] },
    language: { words: ['da', 'en', 'kl'] },
    [`${M}.reference_text`]: { base64Text: 130 },
    [`${M}.action_text`]: { words: ['LOG_ON', 'APPROVE', 'CONFIRM', 'ACCEPT', 'SIGN'] },
    [`${M}.loa_value`]: { words: Object.keys(words) },
    [`${M}.aal_value`]: { words: Object.keys(words) },
    [`${M}.uuid_hint`]: { pattern: /^[0-9a-f-]{36}$/ },
    [`${M}.cpr_hint`]: { pattern: /^\d{10}$/, pushedOnly: true },
    [`${M}.require_psd2`]: { isBoolean: true },
    [`${M}.enable_step_up`]: { isBoolean: true },
  },
  request: { text: `${M}.reference_text`, action: `${M}.action_text`, level: `${M}.loa_value` },
  assurance: { words, usual: 'substantial', claims: ['loa', 'ial', 'aal'], amr: ['code_app'] },
  idToken: {
    idp: () => 'mitid',
    identity_type: () => 'private',
    transaction_id: (login) => login.transactionId,
  },
  userinfo: {
    mitid: {
      'mitid.uuid': ({ person }) => person.uuid,
      'mitid.identity_name': ({ person }) => `${person.givenName} ${person.familyName}`,
      'mitid.date_of_birth': ({ person }) => person.birthdate,
      'mitid.age': ({ age }) => String(age),
      'mitid.has_cpr': () => 'true',
    },
    ssn: { 'dk.cpr': ({ person }) => person.nationalNumber },
    'ssn.details_address': addressClaims,
  },
  abort: { error: 'access_denied', description: 'mitid_user_aborted' },
};

import type { ParameterRules } from './parameter-rules.ts';
import type { Claims } from './profile.ts';
import { addressClaims } from './profiles/danish-address.ts';

const M = 'idp_params.mitid';

/** The parameters of MitID itself. */
export const MITID_PARAMETERS: ParameterRules = {
  [`${M}.reference_text`]: { base64Text: 130 },
  [`${M}.action_text`]: { words: ['LOG_ON', 'APPROVE', 'CONFIRM', 'ACCEPT', 'SIGN'] },
  [`${M}.loa_value`]: { words: ['low', 'substantial', 'high'] },
  [`${M}.aal_value`]: { words: ['low', 'substantial', 'high'] },
  [`${M}.uuid_hint`]: { pattern: /^[0-9a-f-]{36}$/ },
  [`${M}.cpr_hint`]: { pattern: /^\d{10}$/, pushedOnly: true },
  [`${M}.require_psd2`]: { isBoolean: true },
  [`${M}.enable_step_up`]: { isBoolean: true },
};

/** Where the person's page finds the text, the action and the level. */
export const MITID_REQUEST = {
  text: `${M}.reference_text`,
  action: `${M}.action_text`,
  level: `${M}.loa_value`,
} as const;

/** The claims of userinfo by scope. */
export const MITID_USERINFO: Readonly<Record<string, Claims>> = {
  mitid: {
    'mitid.uuid': ({ person }) => person.uuid,
    'mitid.identity_name': ({ person }) => `${person.givenName} ${person.familyName}`,
    'mitid.date_of_birth': ({ person }) => person.birthdate,
    'mitid.age': ({ age }) => String(age),
    'mitid.has_cpr': () => 'true',
  },
  ssn: { 'dk.cpr': ({ person }) => person.nationalNumber },
  'ssn.details_address': addressClaims,
};

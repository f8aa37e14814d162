import type { ParameterRules } from './parameter-rules.ts';
import type { Claims } from './profile.ts';

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

/** The Danish register's address of nobody. Dagny's is protected: she has none here. */
const DETAILS = {
  'ssn.details.person_status': 'active',
  'ssn.details.street_name': 'Prøvevej',
  'ssn.details.street_number': '1',
  'ssn.details.floor': '3',
  'ssn.details.unit': 'tv',
  'ssn.details.zip_code': '0000',
  'ssn.details.zip_name': 'Testby',
  'ssn.details.city_name': 'Testlund',
};

const ADDRESS_CLAIMS: Claims = {
  'ssn.details.status': () => 'success',
  'ssn.details.name_address_protected': ({ person }) => String(person.id === 'dagny'),
  ...Object.fromEntries(
    Object.entries(DETAILS).map(([name, value]) => [
      name,
      ({ person }) => (person.id === 'dagny' ? undefined : value),
    ]),
  ),
};

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
  'ssn.details_address': ADDRESS_CLAIMS,
};

import { idura } from '../idura.ts';
import type { Claims, OidcProfile } from '../profile.ts';

const ACR = 'urn:grn:authn:de:personalausweis';
const ADDRESS = { street_address: 'HEIDESTRAẞE 17', locality: 'KÖLN', postal_code: '51147' };
const card: Claims = {
  given_name: ({ person }) => person.givenName.toUpperCase(),
  family_name: ({ person }) => person.familyName.toUpperCase(),
  birthdate: ({ person }) => person.birthdate,
};
const home: Claims = { address: () => ({ ...ADDRESS, region: '', country: 'D' }) };
const document: Claims = {
  residence_permit_i: () => 'RESIDENCE PERMIT 1',
  issuing_state: () => 'D',
  document_type: () => 'ID',
  nationality: () => 'D',
  date_of_expiry: () => '2034-10-31',
  birth_name: () => 'GABLER',
  place_of_birth: () => 'BERLIN',
};

/** The Personalausweis through Idura Verify. The profiles are ours: a real one follows from the authorization certificate. */
export const personalausweis: OidcProfile = {
  ...idura(ACR, 'deadesso'),
  name: 'personalausweis',
  title: 'Personalausweis',
  country: 'DE',
  parameters: {
    acr_values: { required: true, words: [ACR] },
    login_hint: {
      pattern: /^(?:(?:flow:(?:same|another)-device|txinfo:[A-Za-z0-9]{1,32})(?: |$))+$/,
    },
  },
  userinfo: {
    'odis:Pseudonym': {},
    'odis:Profile1': card,
    'odis:Profile2': { ...card, ...home },
    'odis:Profile3': { ...card, ...home, ...document },
  },
};

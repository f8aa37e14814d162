import type { Person } from '../../world/persons.ts';
import { idura } from '../idura.ts';
import type { OidcProfile } from '../profile.ts';

const ACR = 'urn:grn:authn:nl:idin';
const HOME = { street: 'Pascalstreet', houseno: '19', postalcode: '0000AA', city: 'Aachen' };
const binOf = ({ uuid }: Person) => `FANTASYBANK${uuid.replace(/\D/g, '').slice(-10)}`;

/** iDIN through Idura Verify, with one bank. */
export const idin: OidcProfile = {
  ...idura(ACR, 'nlidin'),
  name: 'idin',
  title: 'iDIN',
  country: 'NL',
  parameters: { acr_values: { required: true, words: [ACR] } },
  userinfo: {
    'idin:re-id': { verified_claims: ({ person }) => ({ bin: binOf(person) }) },
    'idin:safe-login': { verified_claims: ({ person }) => ({ bin: binOf(person) }) },
    'idin:age-verification': {
      verified_claims: ({ person, age }) => ({
        bin: binOf(person),
        ageCheck: { ageOrOlder: 18, ageCheckPassed: age >= 18 },
      }),
    },
    'idin:full-id': {
      verified_claims: ({ person }) => ({
        bin: binOf(person),
        initials: person.givenName.slice(0, 1),
        legallastname: person.familyName,
        dateofbirth: person.birthdate,
        ...HOME,
      }),
      family_name: ({ person }) => person.familyName,
      birthdate: ({ person }) => person.birthdate,
      gender: () => 'MALE',
      email: ({ person }) => `${person.id}@example.com`,
      phone_number: () => '+31203051900',
    },
  },
};

import type { Person } from '../world/persons.ts';
import type { Claims, LoginFacts } from './profile.ts';

const HOME = {
  street: 'Pascalstreet',
  houseno: '19',
  housenosuf: null,
  addressextra: null,
  postalcode: '0000AA',
  city: 'Aachen',
  intaddressline1: null,
  intaddressline2: null,
  intaddressline3: null,
  country: 'DE',
};
const PHONE = '+31203051900';
const binOf = ({ uuid }: Person) => `FANTASYBANK${uuid.replace(/\D/g, '').slice(-10)}`;

/** The identifier of the person at the bank. */
export const idinBin: Claims = { verified_claims: ({ person }) => ({ bin: binOf(person) }) };

/** The same, and whether the person is an adult. */
export const idinAge: Claims = {
  verified_claims: ({ person, age }) => ({
    bin: binOf(person),
    ageCheck: { ageOrOlder: 18, ageCheckPassed: age >= 18 },
  }),
};

/** All claims of the bank; null where it has no value. */
export const idinFull: Claims = {
  verified_claims: ({ person }: LoginFacts) => ({
    bin: binOf(person),
    transientid: null,
    legallastname: person.familyName,
    preferredlastname: `${person.familyName}-Voorbeeld`,
    partnerlastname: 'Voorbeeld',
    legallastnameprefix: 'de',
    preferredlastnameprefix: 'de',
    partnerlastnameprefix: 'van',
    initials: person.givenName.slice(0, 1),
    dateofbirth: person.birthdate,
    ageCheck: null,
    ...HOME,
    phone1: PHONE,
    phone2: null,
    phone3: null,
  }),
  family_name: ({ person }) => person.familyName,
  birthdate: ({ person }) => person.birthdate,
  gender: () => 'MALE',
  email: ({ person }) => `${person.id}@example.com`,
  phone_number: () => PHONE,
};

import type { Claims } from './profile.ts';

/** The names and date of birth, as the register writes them. */
export const ftnNames: Claims = {
  name: ({ person }) => `${person.familyName} ${person.givenName}`,
  given_name: ({ person }) => person.givenName,
  family_name: ({ person }) => person.familyName,
  birthdate: ({ person }) => person.birthdate,
};

/** The identifiers. Of the simulated persons Ilmari has the electronic one: few brokers release it. */
export const ftnCodes: Claims = {
  personal_identity_code: ({ person }) => person.nationalNumber,
  'urn:oid:1.2.246.22': ({ person }) => (person.id === 'ilmari' ? '99999999A' : undefined),
};

import type { Claims } from '../profile.ts';

/** The claims of the standard about a name. */
export const nameClaims: Claims = {
  name: ({ person }) => `${person.givenName} ${person.familyName}`,
  given_name: ({ person }) => person.givenName,
  family_name: ({ person }) => person.familyName,
};

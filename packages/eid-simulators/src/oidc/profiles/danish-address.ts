import type { Claims } from '../profile.ts';

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

export const addressClaims: Claims = {
  'ssn.details.status': () => 'success',
  'ssn.details.name_address_protected': ({ person }) => String(person.id === 'dagny'),
  ...Object.fromEntries(
    Object.entries(DETAILS).map(([name, value]) => [
      name,
      ({ person }) => (person.id === 'dagny' ? undefined : value),
    ]),
  ),
};

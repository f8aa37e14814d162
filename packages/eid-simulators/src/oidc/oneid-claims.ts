import type { Claims } from './profile.ts';
import { nameClaims } from './profiles/name-claims.ts';

const ADDRESS = { street_address: '1 Sample Street', locality: 'London', country: 'GB' };

/** The claims of userinfo by scope. */
export const ONEID_USERINFO: Readonly<Record<string, Claims>> = {
  'oneid:product:simulated': {},
  profile: nameClaims,
  date_of_birth: { birthdate: ({ person }) => person.birthdate },
  address: { address: () => ADDRESS },
  email: { email: ({ person }) => `${person.id}@example.com` },
  phone: { phone_number: () => '+447700900123' },
  age_over_18: { age_over_18: ({ age }) => age >= 18 },
  age_over_21: { age_over_21: ({ age }) => age >= 21 },
  age_over_25: { age_over_25: ({ age }) => age >= 25 },
  accounts: { accounts: () => ({ simulated: true }) },
  'accounts.balances': { 'accounts.balances': () => ({ simulated: true }) },
  fraud: { fraud: () => ({ simulated: true }) },
  pep_and_sanctions: { pep_and_sanctions: () => ({ simulated: true }) },
};

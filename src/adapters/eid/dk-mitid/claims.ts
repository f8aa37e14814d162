import type { OidcClaim } from '../oidc/oidc-row.ts';
import { claim, number, ofScope } from '../oidc/row-parts.ts';
import { NSIS_CLAIMS } from './broker.ts';

/** The claims of a citizen. */
export const CLAIMS: readonly OidcClaim[] = [
  claim('uuid', 'mitid.uuid', '8e6ab4ea-58b9-4130-a900-4366ba54eed9', 'The person at MitID.'),
  ofScope('ssn', number(claim('cprNumberIdentifier', 'dk.cpr', '2712589100', 'CPR number.'))),
  claim('birthdate', 'mitid.date_of_birth', '1958-12-27', 'Date of birth.'),
  claim('dateofbirth', 'mitid.date_of_birth', '1958-12-27', 'As `birthdate`.'),
  claim('age', 'mitid.age', '63', 'Whole years.'),
  claim('name', 'mitid.identity_name', 'Paiman Petersen', 'Full name.'),
  ...NSIS_CLAIMS,
];

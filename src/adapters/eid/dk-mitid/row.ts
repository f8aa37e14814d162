import { pattern, used } from '../../../domain/directives.ts';
import { denmark } from '../national-numbers/denmark.ts';
import type { OidcRow } from '../oidc/oidc-row.ts';
import { claim, number, ofScope, textUpTo, variants } from '../oidc/row-parts.ts';
import { BROKER, brokerRequest, NSIS_CLAIMS, NSIS_LEVELS } from './broker.ts';

const UUID = pattern('UUID', /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i);

/** Danish MitID of private persons. */
export const dkMitId: OidcRow = {
  ...BROKER,
  title: 'MitID',
  scheme: 'dkmitid',
  country: 'DK',
  method: '{amr}:{loA}:{ial}:{aal}',
  offer: {
    name: 'dk-mitid',
    variants: variants('urn:grn:authn:dk:mitid', 'low', 'substantial', 'high'),
    languages: ['da', 'en'],
    texts: { authentication: textUpTo(130), signature: textUpTo(130), phone: undefined },
    directives: [used('uuid', UUID)],
    nationalNumber: denmark,
    claims: [
      claim('uuid', 'mitid.uuid', '8e6ab4ea-58b9-4130-a900-4366ba54eed9', 'The person at MitID.'),
      ofScope('ssn', number(claim('cprNumberIdentifier', 'dk.cpr', '2712589100', 'CPR number.'))),
      claim('birthdate', 'mitid.date_of_birth', '1958-12-27', 'Date of birth.'),
      claim('dateofbirth', 'mitid.date_of_birth', '1958-12-27', 'As `birthdate`.'),
      claim('age', 'mitid.age', '63', 'Whole years.'),
      claim('name', 'mitid.identity_name', 'Paiman Petersen', 'Full name.'),
      ...NSIS_CLAIMS,
    ],
    scopes: ['ssn'],
    storedByScope: ['ssn'],
  },
  request: brokerRequest('mitid'),
  levels: NSIS_LEVELS,
  expected: { idp: 'mitid' },
  personId: 'mitid.uuid',
  nationalId: { from: 'dk.cpr', scope: 'ssn' },
};

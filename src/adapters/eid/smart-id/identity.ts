import type { Identity } from '../../../domain/identity.ts';
import type { SmartIdRow } from './smart-id-row.ts';
import type { Verified } from './verification.ts';

/** The person of a verified answer as an identity. */
export function identityOf(
  row: SmartIdRow,
  { person, documentNumber }: Verified,
  now: Date,
): Identity {
  const { country, number, givenName, surname } = person;
  const birth = person.bornOn ?? row.birthOf(number);
  const birthdate = birth?.toISOString().slice(0, 10);
  // A certificate has a valid number; only its spelling may differ.
  const nationalId = row.number.parse(number, now) ?? number;
  return {
    scheme: row.scheme,
    country,
    personId: `PNO${country}-${nationalId}`,
    nationalId,
    method: 'urn:oasis:names:tc:SAML:2.0:ac:classes:SmartcardPKI',
    amr: ['mfa', 'swk'],
    claims: {
      ssn: nationalId,
      name: `${givenName} ${surname}`,
      givenname: givenName,
      given_name: givenName,
      surname,
      family_name: surname,
      ...(birthdate !== undefined && { birthdate, dateofbirth: birthdate }),
      documentNumber,
    },
    scopedClaims: {},
  };
}

import type { CertificatePerson } from '@eid-broker/evidence/person-name';

import type { Identity } from '../../../../domain/identity.ts';
import type { CertificateRow } from './certificate-row.ts';

/** The facts of a login beside the person of its certificate. */
export interface CertificateLogin
  extends Pick<Identity, 'method' | 'amr' | 'claims' | 'scopedClaims'> {
  readonly now: Date;
}

/** The person of a verified certificate as an identity. */
export function certificateIdentity(
  { scheme, number: nationalNumber }: CertificateRow,
  { country, number, givenName, surname, bornOn }: CertificatePerson,
  { method, amr, claims, scopedClaims, now }: CertificateLogin,
): Identity {
  // A certificate has a valid number; only its spelling may differ.
  const nationalId = nationalNumber.parse(number, now) ?? number;
  const birthdate = bornOn?.toISOString().slice(0, 10) ?? nationalNumber.birthdateOf?.(nationalId);
  return {
    scheme,
    country,
    personId: `PNO${country}-${nationalId}`,
    nationalId,
    method,
    amr,
    claims: {
      ssn: nationalId,
      name: `${givenName} ${surname}`,
      givenname: givenName,
      given_name: givenName,
      surname,
      family_name: surname,
      ...(birthdate !== undefined && { birthdate, dateofbirth: birthdate }),
      ...claims,
    },
    scopedClaims,
  };
}

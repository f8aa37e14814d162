import type { Identity } from '../../../../domain/identity.ts';
import { certificateIdentity } from '../person-certificates/certificate-identity.ts';
import type { SmartIdRow } from './smart-id-row.ts';
import type { Verified } from './verification.ts';

/** The person of a verified answer as an identity. */
export function identityOf(
  row: SmartIdRow,
  { person, documentNumber }: Verified,
  now: Date,
): Identity {
  return certificateIdentity(row, person, {
    method: 'urn:oasis:names:tc:SAML:2.0:ac:classes:SmartcardPKI',
    amr: ['mfa', 'swk'],
    claims: { documentNumber },
    scopedClaims: {},
    now,
  });
}

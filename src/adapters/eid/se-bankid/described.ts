import type { X509Certificate } from 'node:crypto';

import type { EidCertificate } from '../../../ports/eid.ts';

/** What an operator needs to know of a certificate. */
export function described(
  use: EidCertificate['use'],
  { subject, validTo }: X509Certificate,
): EidCertificate {
  const name = /^CN=(.*)$/m.exec(subject)?.[1] ?? subject;
  return { use, name, expiresAt: new Date(validTo) };
}

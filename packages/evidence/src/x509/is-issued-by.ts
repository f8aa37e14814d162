import type { Certificate } from './certificate.ts';
import { keyUses } from './extensions.ts';
import { isSignedBy, isStrong, isStrongRsa } from './signed.ts';

/** Whether an authority issued a certificate: the issuer's name matches, and its key made the signature. */
export function isIssuedBy(certificate: Certificate, authority: Certificate): boolean {
  return (
    certificate.issuer.raw.equals(authority.subject.raw) &&
    isSignedBy(certificate.signed, authority.publicKey)
  );
}

/** Whether a certificate's owner may issue others. */
export function isAuthority({ extensions }: Certificate): boolean {
  return extensions.isAuthority && (extensions.keyUsage?.has(keyUses.certSign) ?? false);
}

/** Whether a certificate can be pinned as a root. A missing key usage sets no limit. */
export function mayBeRoot({ extensions, publicKey }: Certificate): boolean {
  const { keyUsage } = extensions;
  const mayIssue = keyUsage === undefined || keyUsage.has(keyUses.certSign);
  return extensions.isAuthority && mayIssue && isStrongRsa(publicKey);
}

/** Whether a certificate can be pinned as an authority of persons' certificates, a root or below one. */
export function mayBeAnchor(certificate: Certificate): boolean {
  return isAuthority(certificate) && isStrong(certificate.publicKey);
}

/** Whether a certificate was valid at a time. */
export function wasValid({ notBefore, notAfter }: Certificate, at: Date): boolean {
  return notBefore <= at && at <= notAfter;
}

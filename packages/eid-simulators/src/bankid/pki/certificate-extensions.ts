import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import {
  AccessDescription,
  AuthorityInfoAccessSyntax,
  AuthorityKeyIdentifier,
  BasicConstraints,
  CertificatePolicies,
  ExtendedKeyUsage,
  Extension,
  GeneralName,
  id_ad_ocsp,
  id_ce_authorityKeyIdentifier,
  id_ce_basicConstraints,
  id_ce_certificatePolicies,
  id_ce_extKeyUsage,
  id_ce_keyUsage,
  id_ce_subjectAltName,
  id_ce_subjectKeyIdentifier,
  id_pe_authorityInfoAccess,
  KeyIdentifier,
  KeyUsage,
  KeyUsageFlags,
  PolicyInformation,
  SubjectAlternativeName,
  SubjectKeyIdentifier,
} from '@peculiar/asn1-x509';

export { Extension };

/** The permitted usage of a key (RFC 5280 §4.2.1.3). */
const KEY_USES = {
  digitalSignature: KeyUsageFlags.digitalSignature,
  nonRepudiation: KeyUsageFlags.nonRepudiation,
  keyEncipherment: KeyUsageFlags.keyEncipherment,
  dataEncipherment: KeyUsageFlags.dataEncipherment,
  certSign: KeyUsageFlags.keyCertSign,
  crlSign: KeyUsageFlags.cRLSign,
} as const;

/** Marks the certificate of an authority. */
export const authority: Extension = extension(
  id_ce_basicConstraints,
  der(new BasicConstraints({ cA: true })),
  'critical',
);

/** The usage of the key. */
export function keyUsage(...uses: readonly (keyof typeof KEY_USES)[]): Extension {
  const flags = uses.reduce<number>((all, use) => all | KEY_USES[use], 0);
  return extension(id_ce_keyUsage, der(new KeyUsage(flags)), 'critical');
}

/** The usage of the certificate, as OIDs. */
export function extendedKeyUsage(purpose: string, isCritical?: 'critical'): Extension {
  return extension(id_ce_extKeyUsage, der(new ExtendedKeyUsage([purpose])), isCritical);
}

/** The policies that the certificate was issued under. */
export function certificatePolicies(...policies: readonly string[]): Extension {
  const information = policies.map(
    (policyIdentifier) => new PolicyInformation({ policyIdentifier }),
  );
  return extension(id_ce_certificatePolicies, der(new CertificatePolicies(information)));
}

/** The URL to check the certificate's revocation. */
export function ocspAddress(url: string): Extension {
  const accessLocation = new GeneralName({ uniformResourceIdentifier: url });
  const description = new AccessDescription({ accessMethod: id_ad_ocsp, accessLocation });
  return extension(id_pe_authorityInfoAccess, der(new AuthorityInfoAccessSyntax([description])));
}

/** This OCSP responder's certificate needs no check of revocation (RFC 6960 §4.2.2.2.1). */
export const ocspNoCheck: Extension = extension('1.3.6.1.5.5.7.48.1.5', Buffer.from([5, 0]));

/** Host names and addresses of a server. */
export function subjectNames(
  ...names: readonly ({ readonly dNSName: string } | { readonly iPAddress: string })[]
): Extension {
  const general = names.map((name) => new GeneralName(name));
  return extension(id_ce_subjectAltName, der(new SubjectAlternativeName(general)));
}

/** The identifier of the issuer's key. */
export function authorityKey(id: Buffer): Extension {
  const keyIdentifier = new KeyIdentifier(id);
  return extension(
    id_ce_authorityKeyIdentifier,
    der(new AuthorityKeyIdentifier({ keyIdentifier })),
  );
}

/** The identifier of the certificate's own key. */
export function subjectKey(id: Buffer): Extension {
  return extension(id_ce_subjectKeyIdentifier, der(new SubjectKeyIdentifier(id)));
}

/** Any extension (also of an OCSP response), with its value in DER. */
export function extension(extnID: string, value: Buffer, isCritical?: 'critical'): Extension {
  const extnValue = new OctetString(value);
  return new Extension({ extnID, critical: isCritical === 'critical', extnValue });
}

/** A value in DER. */
export function der(value: object): Buffer {
  return Buffer.from(AsnConvert.serialize(value));
}

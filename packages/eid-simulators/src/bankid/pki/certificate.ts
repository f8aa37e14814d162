import { createHash, type KeyObject, sign, X509Certificate } from 'node:crypto';

import { id_sha256WithRSAEncryption, id_sha512WithRSAEncryption } from '@peculiar/asn1-rsa';
import { AsnConvert } from '@peculiar/asn1-schema';
import {
  AlgorithmIdentifier,
  Certificate,
  Extensions,
  type Name,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
  Version,
} from '@peculiar/asn1-x509';

import type { Random } from '../../shared/random.ts';
import { authorityKey, der, type Extension, subjectKey } from './certificate-extensions.ts';
import { distinguishedName, type NameAttribute } from './distinguished-name.ts';

/** A certificate and the private key that belongs to it. */
export interface Identity {
  readonly certificate: X509Certificate;
  readonly privateKey: KeyObject;
}

/** The content of a new certificate. */
export interface CertificateRequest {
  readonly subject: readonly NameAttribute[];
  readonly publicKey: KeyObject;
  /** The signing key; absent for a root, which signs itself with `selfKey`. */
  readonly issuer: Identity | { readonly selfKey: KeyObject };
  readonly from: Date;
  readonly to: Date;
  readonly extensions: readonly Extension[];
  readonly hash: 'sha256' | 'sha512';
  readonly random: Random;
}

/** Issues an X.509 version 3 certificate with an RSA key (RFC 5280). */
export function issueCertificate(request: CertificateRequest): X509Certificate {
  const { publicKey, issuer, hash } = request;
  const subject = distinguishedName(request.subject);
  const isRoot = 'selfKey' in issuer;
  const signer = isRoot ? issuer.selfKey : issuer.privateKey;
  const issuerKey = isRoot ? publicKey : issuer.certificate.publicKey;
  const extensions = [
    ...request.extensions,
    authorityKey(keyId(issuerKey)),
    subjectKey(keyId(publicKey)),
  ];
  const tbsCertificate = new TBSCertificate({
    version: Version.v3,
    serialNumber: bytesOf(newSerial(request.random)),
    signature: rsaSignature(hash),
    issuer: isRoot ? subject : subjectOf(issuer.certificate),
    validity: new Validity({ notBefore: request.from, notAfter: request.to }),
    subject,
    subjectPublicKeyInfo: AsnConvert.parse(
      publicKey.export({ type: 'spki', format: 'der' }),
      SubjectPublicKeyInfo,
    ),
    extensions: new Extensions(extensions),
  });
  const certificate = new Certificate({
    tbsCertificate,
    signatureAlgorithm: rsaSignature(hash),
    signatureValue: bytesOf(sign(hash, der(tbsCertificate), signer)),
  });
  return new X509Certificate(der(certificate));
}

/** The identifier of a key: SHA-1 of its bits (RFC 5280 §4.2.1.2). */
export function keyId(publicKey: KeyObject): Buffer {
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const { subjectPublicKey } = AsnConvert.parse(spki, SubjectPublicKeyInfo);
  return createHash('sha1').update(Buffer.from(subjectPublicKey)).digest();
}

/** The subject's name as in the certificate. */
export function subjectOf(certificate: X509Certificate): Name {
  return AsnConvert.parse(certificate.raw, Certificate).tbsCertificate.subject;
}

/** The AlgorithmIdentifier of an RSA PKCS #1 v1.5 signature. */
export function rsaSignature(hash: 'sha256' | 'sha512'): AlgorithmIdentifier {
  // The library's own value for SHA-256 has the identifier of another hash.
  const algorithm = { sha256: id_sha256WithRSAEncryption, sha512: id_sha512WithRSAEncryption }[
    hash
  ];
  return new AlgorithmIdentifier({ algorithm, parameters: null });
}

/** The bytes in a separate buffer. */
export function bytesOf(bytes: Buffer): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}

/** Eight bytes, positive and without leading zeros. */
function newSerial(random: Random): Buffer {
  const serial = random(8);
  serial.writeUInt8((serial.readUInt8(0) & 0x3f) | 0x40, 0);
  return serial;
}

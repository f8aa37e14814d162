import { createHash, type KeyObject, sign, X509Certificate } from 'node:crypto';
import type { Random } from '../random.ts';
import { authorityKey, type Extension, subjectKey } from './certificate-extensions.ts';
import {
  bits,
  elementsOf,
  integer,
  nothing,
  objectIdentifier,
  sequence,
  tagged,
  utcTime,
} from './der.ts';
import { distinguishedName, type NameAttribute } from './distinguished-name.ts';

/** A certificate and the private key that belongs to it. */
export interface Identity {
  readonly certificate: X509Certificate;
  readonly privateKey: KeyObject;
}

/** What a new certificate shall say. */
export interface CertificateRequest {
  readonly subject: readonly NameAttribute[];
  readonly publicKey: KeyObject;
  /** Who signs; absent for a root, which signs itself with `selfKey`. */
  readonly issuer: Identity | { readonly selfKey: KeyObject };
  readonly from: Date;
  readonly to: Date;
  readonly extensions: readonly Extension[];
  readonly hash: 'sha256' | 'sha512';
  readonly random: Random;
}

/** Issues an X.509 version 3 certificate for an RSA key (RFC 5280). */
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
  const content = sequence(
    tagged(0, integer(2)),
    integer(newSerial(request.random)),
    rsaSignature(hash),
    isRoot ? subject : subjectOf(issuer.certificate),
    sequence(utcTime(request.from), utcTime(request.to)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(3, sequence(...extensions)),
  );
  const signature = sign(hash, content, signer);
  return new X509Certificate(sequence(content, rsaSignature(hash), bits(signature)));
}

/** The identifier of an RSA key: SHA-1 of its bits (RFC 5280 §4.2.1.2). */
export function keyId(publicKey: KeyObject): Buffer {
  const keyBits = publicKey.export({ type: 'pkcs1', format: 'der' });
  return createHash('sha1').update(keyBits).digest();
}

/** The subject's name as it stands in a certificate, in DER. */
export function subjectOf(certificate: X509Certificate): Buffer {
  const [content = Buffer.alloc(0)] = elementsOf(certificate.raw);
  const [, , , , , subject = Buffer.alloc(0)] = elementsOf(content);
  return subject;
}

/** The AlgorithmIdentifier of an RSA PKCS #1 v1.5 signature. */
export function rsaSignature(hash: 'sha256' | 'sha512'): Buffer {
  const algorithm = { sha256: '1.2.840.113549.1.1.11', sha512: '1.2.840.113549.1.1.13' }[hash];
  return sequence(objectIdentifier(algorithm), nothing);
}

/** Eight bytes, positive and without leading zeros. */
function newSerial(random: Random): Buffer {
  const serial = random(8);
  serial.writeUInt8((serial.readUInt8(0) & 0x3f) | 0x40, 0);
  return serial;
}

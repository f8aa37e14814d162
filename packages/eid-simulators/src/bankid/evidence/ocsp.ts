import { createHash, sign, type X509Certificate } from 'node:crypto';

import { type Identity, keyId, rsaSignature, subjectOf } from '../pki/certificate.ts';
import { extension } from '../pki/certificate-extensions.ts';
import {
  bits,
  enumerated,
  generalizedTime,
  integer,
  nothing,
  objectIdentifier,
  octets,
  sequence,
  tagged,
  taggedBytes,
} from '../pki/der.ts';

/** What an OCSP response answers. */
export interface OcspQuestion {
  readonly certificate: X509Certificate;
  readonly issuer: X509Certificate;
  readonly responder: Identity;
  readonly at: Date;
  /** 32 bytes. */
  readonly nonce: Buffer;
  /** `good`, unless told otherwise. */
  readonly status?: 'good' | 'revoked' | 'unknown';
}

const SHA1 = '1.3.14.3.2.26';
const BASIC = '1.3.6.1.5.5.7.48.1.1';
const NONCE = '1.3.6.1.5.5.7.48.1.2';

/**
 * The DER of a signed OCSP response (RFC 6960), laid out like the bank's: responder by name,
 * no nextUpdate.
 */
export function ocspResponse(question: OcspQuestion): Buffer {
  const { responder, at } = question;
  const single = sequence(certificateId(question), statusOf(question), generalizedTime(at));
  const data = sequence(
    tagged(1, subjectOf(responder.certificate)),
    generalizedTime(at),
    sequence(single),
    tagged(1, sequence(nonceExtension(question.nonce))),
  );
  const basic = sequence(
    data,
    rsaSignature('sha256'),
    bits(sign('sha256', data, responder.privateKey)),
    tagged(0, sequence(responder.certificate.raw)),
  );
  return sequence(enumerated(0), tagged(0, sequence(objectIdentifier(BASIC), octets(basic))));
}

/** Ties the response to one signature: SHA-1 of its base64 text, then 12 random bytes. */
export function nonceFor(signature: string, random: (size: number) => Buffer): Buffer {
  return Buffer.concat([createHash('sha1').update(signature, 'ascii').digest(), random(12)]);
}

function certificateId({ certificate, issuer }: OcspQuestion): Buffer {
  return sequence(
    sequence(objectIdentifier(SHA1), nothing),
    octets(createHash('sha1').update(subjectOf(issuer)).digest()),
    octets(keyId(issuer.publicKey)),
    integer(Buffer.from(certificate.serialNumber, 'hex')),
  );
}

function statusOf({ status = 'good', at }: OcspQuestion): Buffer {
  if (status === 'revoked') return tagged(1, generalizedTime(at));
  return taggedBytes(status === 'good' ? 0 : 2, Buffer.alloc(0));
}

/** BankID writes the nonce as it is, without the inner OCTET STRING of RFC 8954. */
function nonceExtension(nonce: Buffer): Buffer {
  return extension(NONCE, nonce, 'critical');
}

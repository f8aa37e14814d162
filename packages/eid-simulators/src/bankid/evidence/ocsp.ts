import { createHash, sign, type X509Certificate } from 'node:crypto';

import {
  BasicOCSPResponse,
  CertID,
  CertStatus,
  id_pkix_ocsp_basic,
  id_pkix_ocsp_nonce,
  OCSPResponse,
  OCSPResponseStatus,
  ResponderID,
  ResponseBytes,
  ResponseData,
  RevokedInfo,
  SingleResponse,
} from '@peculiar/asn1-ocsp';
import { sha1 } from '@peculiar/asn1-rsa';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import { Certificate } from '@peculiar/asn1-x509';

import { bytesOf, type Identity, keyId, rsaSignature, subjectOf } from '../pki/certificate.ts';
import { der, extension } from '../pki/certificate-extensions.ts';

/** The content of an OCSP response. */
export interface OcspQuestion {
  readonly certificate: Pick<X509Certificate, 'serialNumber'>;
  readonly issuer: X509Certificate;
  readonly responder: Identity;
  readonly at: Date;
  /** 32 bytes. */
  readonly nonce: Buffer;
  /** By default `good`. */
  readonly status?: 'good' | 'revoked' | 'unknown';
}

/** The DER of a signed OCSP response (RFC 6960), like the bank's: responder by name, no nextUpdate. */
export function ocspResponse(question: OcspQuestion): Buffer {
  const { responder, nonce } = question;
  const at = wholeSeconds(question.at);
  const tbsResponseData = new ResponseData({
    responderID: new ResponderID({ byName: subjectOf(responder.certificate) }),
    producedAt: at,
    responses: [
      new SingleResponse({
        certID: certificateId(question),
        certStatus: statusOf(question),
        thisUpdate: at,
      }),
    ],
    // BankID writes the nonce as it is, without the inner OCTET STRING of RFC 8954.
    responseExtensions: [extension(id_pkix_ocsp_nonce, nonce, 'critical')],
  });
  const basic = new BasicOCSPResponse({
    tbsResponseData,
    signatureAlgorithm: rsaSignature('sha256'),
    signature: bytesOf(sign('sha256', der(tbsResponseData), responder.privateKey)),
    certs: [AsnConvert.parse(responder.certificate.raw, Certificate)],
  });
  const responseBytes = new ResponseBytes({
    responseType: id_pkix_ocsp_basic,
    response: new OctetString(der(basic)),
  });
  return der(new OCSPResponse({ responseStatus: OCSPResponseStatus.successful, responseBytes }));
}

/** Binds the response to one signature: SHA-1 of its base64 text, then 12 random bytes. */
export function nonceFor(signature: string, random: (size: number) => Buffer): Buffer {
  return Buffer.concat([createHash('sha1').update(signature, 'ascii').digest(), random(12)]);
}

function certificateId({ certificate, issuer }: OcspQuestion): CertID {
  return new CertID({
    hashAlgorithm: sha1,
    issuerNameHash: new OctetString(
      createHash('sha1')
        .update(der(subjectOf(issuer)))
        .digest(),
    ),
    issuerKeyHash: new OctetString(keyId(issuer.publicKey)),
    serialNumber: bytesOf(Buffer.from(certificate.serialNumber, 'hex')),
  });
}

function statusOf({ status = 'good', at }: OcspQuestion): CertStatus {
  if (status === 'revoked') {
    const revocationTime = wholeSeconds(at);
    return new CertStatus({ revoked: new RevokedInfo({ revocationTime }) });
  }
  return new CertStatus(status === 'good' ? { good: null } : { unknown: null });
}

/** The times of an OCSP response have no fractions (RFC 5280 §4.1.2.5.2). */
function wholeSeconds(time: Date): Date {
  return new Date(Math.floor(time.getTime() / 1000) * 1000);
}

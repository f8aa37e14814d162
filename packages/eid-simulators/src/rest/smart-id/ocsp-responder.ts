import { OCSPRequest } from '@peculiar/asn1-ocsp';
import { AsnConvert } from '@peculiar/asn1-schema';

import { ocspResponse } from '../../bankid/evidence/ocsp.ts';
import type { Identity } from '../../bankid/pki/certificate.ts';
import type { PersonCertificates } from './person-certificates.ts';

const NONCE = '1.3.6.1.5.5.7.48.1.2';

/** The OCSP responder of the persons' authority. */
export interface OcspResponder {
  /** The DER of a signed response; undefined when the request cannot be read. */
  respond(request: Buffer, now: Date): Promise<Buffer | undefined>;
  /** From now on the certificate is revoked. */
  revoke(identity: Identity): void;
}

/** Answers about the certificates that were issued. Others are unknown to it. */
export function makeOcspResponder(deps: {
  readonly certificates: Pick<PersonCertificates, 'forResponder' | 'isIssued'>;
  readonly authority: Identity;
}): OcspResponder {
  const revoked = new Set<string>();
  return {
    async respond(request, now) {
      const asked = readRequest(request);
      if (asked === undefined) return undefined;
      const { serialNumber, nonce } = asked;
      const isKnown = await deps.certificates.isIssued(serialNumber);
      return ocspResponse({
        certificate: { serialNumber },
        issuer: deps.authority.certificate,
        responder: await deps.certificates.forResponder(),
        at: now,
        nonce,
        status: revoked.has(serialNumber) ? 'revoked' : isKnown ? 'good' : 'unknown',
      });
    },
    revoke({ certificate }) {
      revoked.add(certificate.serialNumber);
    },
  };
}

/** The nonce as it is in the extension, which RFC 8954 repeats in the response. */
function readRequest(bytes: Buffer) {
  try {
    const { tbsRequest } = AsnConvert.parse(bytes, OCSPRequest);
    const [first] = tbsRequest.requestList;
    const nonce = tbsRequest.requestExtensions?.find(({ extnID }) => extnID === NONCE);
    if (first === undefined || nonce === undefined) return undefined;
    return {
      serialNumber: Buffer.from(first.reqCert.serialNumber).toString('hex').toUpperCase(),
      nonce: Buffer.from(nonce.extnValue.buffer),
    };
  } catch {
    return undefined;
  }
}

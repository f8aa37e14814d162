import type { Random } from '../../shared/random.ts';
import type { BankIdCertificates } from '../pki/bankid-certificates.ts';
import type { Pki } from '../pki/pki.ts';
import { nonceFor, ocspResponse } from './ocsp.ts';
import { type CompletedOrder, signatureXml } from './signature-xml.ts';

/** The evidence of an approval. */
export interface Proof {
  /** Base64 of the XML signature. */
  readonly signature: string;
  /** Base64 of the OCSP response in DER. */
  readonly ocspResponse: string;
  /** When the person got their BankID. */
  readonly issuedAt: Date;
}

/** Makes the proof of an approval. */
export type Evidence = (completed: CompletedOrder) => Promise<Proof>;

interface Deps {
  readonly pki: Pki;
  readonly certificates: BankIdCertificates;
  readonly random: Random;
}

/** Signs as the person, and adds the bank's confirmation of the certificate at that time. */
export function makeEvidence({ pki, certificates, random }: Deps): Evidence {
  const issuers = [pki.customerAuthority.certificate, pki.bankAuthority.certificate];

  return async (completed) => {
    const { order, person, at } = completed;
    const usage = order.request.kind.endsWith('sign') ? 'signing' : 'identification';
    const [bankId, responder] = await Promise.all([
      certificates.forPerson({ person, usage, at }),
      certificates.forResponder(at),
    ]);
    const chain = [bankId.certificate, ...issuers].map(({ raw }) => raw);
    const { privateKey, certificate, issuedAt } = bankId;
    const xml = signatureXml(completed, { privateKey, chain, nonce: random(20) });
    const signature = Buffer.from(xml, 'utf8').toString('base64');
    const response = ocspResponse({
      certificate,
      issuer: pki.customerAuthority.certificate,
      responder,
      at,
      nonce: nonceFor(signature, random),
    });
    return { signature, ocspResponse: response.toString('base64'), issuedAt };
  };
}

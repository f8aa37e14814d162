import { createHash, randomBytes, sign } from 'node:crypto';
import {
  nonceFor,
  type OcspQuestion,
  ocspResponse,
} from '@eid-broker/eid-simulators/bankid/evidence/ocsp';
import { signatureXml } from '@eid-broker/eid-simulators/bankid/evidence/signature-xml';
import { findPerson } from '@eid-broker/eid-simulators/bankid/phone/persons';
import { makeBankIdCertificates } from '@eid-broker/eid-simulators/bankid/pki/bankid-certificates';
import {
  type CertificateRequest,
  type Identity,
  issueCertificate,
} from '@eid-broker/eid-simulators/bankid/pki/certificate';
import {
  authority,
  certificatePolicies,
  keyUsage,
} from '@eid-broker/eid-simulators/bankid/pki/certificate-extensions';
import { bankName, createPki, newKeys, type Pki } from '@eid-broker/eid-simulators/bankid/pki/pki';
import type { OrderRequest } from '@eid-broker/eid-simulators/bankid/rp-api/order-request';
import type { Evidence } from '../src/verify-evidence.ts';

export const AT = new Date('2026-03-01T12:00:00.000Z');
export const ASA = '199006022397';

/** The changes to otherwise genuine evidence of Åsa's, which is then signed again. */
export interface Changes {
  readonly request?: Partial<OrderRequest>;
  /** The parts of the document, before they are hashed and signed. */
  readonly signedData?: Edit;
  readonly keyInfo?: Edit;
  readonly signedInfo?: Edit;
  /** The whole document, when it has been signed; the OCSP response belongs to the result. */
  readonly document?: Edit;
  readonly leaf?: Identity;
  readonly authorities?: readonly Identity[];
  readonly ocsp?: Partial<OcspQuestion>;
}

/** A change of a part's text. */
export type Edit = (text: string) => string;

/** The keys and certificates of a forger, or of BankID itself. */
export interface Forgery {
  readonly pki: Pki;
  readonly responder: Identity;
  /** Makes evidence; without changes it is as BankID's simulator makes it. */
  forge(changes?: Changes): Promise<Evidence>;
  /** Issues a certificate with other content than BankID's. */
  issue(change: Partial<CertificateRequest>): Promise<Identity>;
}

const AUTH: OrderRequest = {
  kind: 'auth',
  personalNumber: undefined,
  endUserIp: '192.0.2.17',
  callInitiator: undefined,
  userVisibleData: undefined,
  userVisibleDataFormat: undefined,
  userNonVisibleData: undefined,
  requirement: {},
  returnUrl: undefined,
  returnRisk: false,
};
const relyingParty = {
  fingerprint: '',
  displayName: 'Demo service (simulated)',
  name: 'cn=SIMULATOR RP certificate 1,name=Demo service (simulated),serialNumber=0000000001,o=SIMULATOR Relying Party AB,c=SE',
};
const YEAR = { from: new Date('2025-06-01T00:00:00Z'), to: new Date('2027-06-01T00:00:00Z') };

/** The usages of a person's key and of an authority's. */
export const forPerson = [certificatePolicies('1.2.3.4.25'), keyUsage('digitalSignature')];
export const forAuthority = [authority, keyUsage('certSign')];

/** Makes a PKI to forge with. */
export async function startForgery(): Promise<Forgery> {
  const pki = await createPki(randomBytes);
  const certificates = makeBankIdCertificates({ pki, random: randomBytes });
  const responder = await certificates.forResponder(AT);
  const keys = await newKeys();

  async function forge(changes: Changes = {}): Promise<Evidence> {
    const request = { ...AUTH, ...changes.request };
    const usage = request.kind.endsWith('sign') ? 'signing' : 'identification';
    const person = findPerson(ASA);
    const leaf = changes.leaf ?? (await certificates.forPerson({ person, usage, at: AT }));
    const { authorities = [pki.customerAuthority, pki.bankAuthority] } = changes;
    const order = { request, relyingParty } as Parameters<typeof signatureXml>[0]['order'];
    const chain = [leaf, ...authorities].map(({ certificate }) => certificate.raw);
    const xml = signatureXml(
      { order, person, uhi: 'OZvYM9VvyiAmG7NA5jU5zqGcVpo=', at: AT },
      { privateKey: leaf.privateKey, chain, nonce: randomBytes(20) },
    );
    const document =
      changes.document?.(signAnew(xml, changes, leaf)) ?? signAnew(xml, changes, leaf);
    const evidence = Buffer.from(document).toString('base64');
    const answer = ocspResponse({
      certificate: leaf.certificate,
      issuer: (authorities[0] ?? leaf).certificate,
      responder,
      at: AT,
      nonce: nonceFor(evidence, randomBytes),
      ...changes.ocsp,
    });
    return { evidence, ocspResponse: answer.toString('base64') };
  }

  return {
    pki,
    responder,
    forge,
    async issue(change) {
      const certificate = issueCertificate({
        subject: personName(ASA),
        publicKey: keys.publicKey,
        issuer: pki.customerAuthority,
        hash: 'sha256',
        random: randomBytes,
        extensions: forPerson,
        ...YEAR,
        ...change,
      });
      return { certificate, privateKey: keys.privateKey };
    },
  };
}

/** A person's name in a certificate. */
export function personName(personalNumber: string): CertificateRequest['subject'] {
  return [
    ['C', 'SE'],
    ['serialNumber', personalNumber],
    ['CN', 'Åsa Öberg'],
  ];
}

/** A responder's name. */
export const responderName = bankName('SIMULATOR responder');

/** Parses a document, changes its parts, and hashes and signs them as their owner. */
function signAnew(xml: string, changes: Changes, { privateKey }: Identity): string {
  const same: Edit = (text) => text;
  const { signedData = same, keyInfo = same, signedInfo = same } = changes;
  const parts = [signedData(partOf(xml, 'bankIdSignedData')), keyInfo(partOf(xml, 'KeyInfo'))];
  const digests = parts.map((part) => createHash('sha256').update(part).digest('base64'));
  const info = signedInfo(
    partOf(xml, 'SignedInfo').replace(
      /<DigestValue>[^<]*/g,
      () => `<DigestValue>${digests.shift()}`,
    ),
  );
  const value = sign('sha256', Buffer.from(info), privateKey).toString('base64');
  return xml
    .replace(partOf(xml, 'bankIdSignedData'), parts[0]!)
    .replace(partOf(xml, 'KeyInfo'), parts[1]!)
    .replace(partOf(xml, 'SignedInfo'), info)
    .replace(/<SignatureValue>[^<]*/, `<SignatureValue>${value}`);
}

function partOf(xml: string, name: string): string {
  return new RegExp(`<${name}[ >].*</${name}>`).exec(xml)![0];
}

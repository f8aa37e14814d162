import { checkChain, readChain } from './chain.ts';
import { readDocument, type TextFormat } from './evidence-document.ts';
import { checkExpectations, type Expected } from './expectations.ts';
import { checkOcsp, readOcsp } from './ocsp.ts';
import { checkAlgorithms, checkDigests, checkSignature } from './signature.ts';
import { type Step, Unverified } from './unverified.ts';
import type { Certificate } from './x509/certificate.ts';
import { nameAttributes, valueIn } from './x509/distinguished-name.ts';

/** BankID's evidence: both parts in base64. */
export interface Evidence {
  /** The XML signature. */
  readonly evidence: string;
  /** The OCSP response in DER. */
  readonly ocspResponse: string;
}

/** The trust settings of a verifier. */
export interface Trust {
  readonly roots: readonly Certificate[];
  /** The kinds of BankID that are accepted, as OIDs or starts of them with `*`; undefined: any. */
  readonly policies: readonly string[] | undefined;
  /** The time of arrival, which the evidence must match. Undefined for a later verification. */
  readonly now: Date | undefined;
}

/** Verifies evidence and returns the verified facts. */
export type Verdict =
  | { readonly ok: true; readonly facts: Facts }
  | { readonly ok: false; readonly step: Step; readonly reason: string };

/** The verified facts. */
export interface Facts {
  readonly signer: { readonly personalNumber: string; readonly name: string };
  /** The time of the bank's confirmation, which is the time of the signature. */
  readonly signedAt: Date;
  readonly funcId: string;
  /** The text that the person saw; undefined without a text. */
  readonly text: string | undefined;
  readonly format: TextFormat;
  /** In base64. */
  readonly nonVisible: string | undefined;
  /** The kinds of BankID of the certificate, as OIDs. */
  readonly policies: readonly string[];
  /** The name of the service as the person saw it. */
  readonly relyingParty: string;
  /** The name of the pinned root. */
  readonly root: string;
}

/** Verifies evidence of Swedish BankID, fail closed. Pure; never throws. */
export function verifyEvidence(given: Evidence, expected: Expected, trust: Trust): Verdict {
  try {
    return { ok: true, facts: verified(given, expected, trust) };
  } catch (error) {
    // An unexpected error fails the verification, too.
    if (!(error instanceof Unverified)) return { ok: false, step: 'form', reason: 'unreadable' };
    return { ok: false, step: error.step, reason: error.reason };
  }
}

function verified({ evidence, ocspResponse }: Evidence, expected: Expected, trust: Trust): Facts {
  const document = readDocument(evidence);
  checkAlgorithms(document);
  checkDigests(document);
  const chain = readChain(document);
  checkSignature(document, chain.leaf);

  const ocsp = readOcsp(ocspResponse);
  const { signedData } = document;
  const at = ocsp.producedAt;
  const root = checkChain(chain, signedData.funcId, { ...trust, at });
  checkOcsp(ocsp, { chain, evidence, now: trust.now });

  const signer = signerOf(chain.leaf);
  checkExpectations({ signer: signer.personalNumber, data: signedData }, expected);
  return {
    signer,
    signedAt: at,
    funcId: signedData.funcId,
    text: signedData.text || undefined,
    format: signedData.format ?? 'plaintext',
    nonVisible: signedData.nonVisible || undefined,
    policies: chain.leaf.extensions.policies,
    relyingParty: signedData.relyingParty.displayName,
    root: valueIn(root.subject, nameAttributes.commonName) ?? '',
  };
}

function signerOf({ subject }: Certificate): Facts['signer'] {
  const personalNumber = valueIn(subject, nameAttributes.serialNumber);
  const name = valueIn(subject, nameAttributes.commonName);
  if (name === undefined || personalNumber === undefined || !/^\d{12}$/.test(personalNumber)) {
    throw new Unverified('chain', 'the certificate names no person');
  }
  return { personalNumber, name };
}

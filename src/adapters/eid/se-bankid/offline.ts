import { type Certificate, readRoots } from '@eid-broker/evidence/read-roots';
import { factsAsJson, factsInWords } from '@eid-broker/evidence/report';
import { type Evidence, verifyEvidence } from '@eid-broker/evidence/verify-evidence';

import type { JsonObject } from '../../../domain/json.ts';
import type { EvidenceReport, HeldEvidence, OfflineEvidence } from '../offline-evidence.ts';

/** Evidence of Swedish BankID in the claims of a token. */
export const bankIdEvidence: OfflineEvidence = {
  isIn: (claims) => evidenceIn(claims) !== undefined,

  whereRootsAre:
    "BankID gives its root certificate to relying parties: ask BankID or your bank for it, and compare its fingerprint over a second way. A simulated BankID writes its own as pki/bankid-root.pem into its folder (the demo's is .data/bankid-simulator).",

  trusting(pem) {
    const roots = readRoots(pem);
    return roots && ((held) => verifyHeld(held, roots));
  },
};

function verifyHeld(held: HeldEvidence, roots: readonly Certificate[]): EvidenceReport {
  const { claims, text, now } = held;
  const evidence = evidenceIn(claims);
  if (evidence === undefined) return { holds: false, step: 'form', reason: 'there is no evidence' };
  const { ssn } = claims;
  if (ssn !== undefined && typeof ssn !== 'string') {
    return { holds: false, step: 'expectations', reason: 'the ssn is no text' };
  }
  const expected = { personalNumber: ssn, requested: undefined, organisation: undefined };
  const verdict = verifyEvidence(evidence, expected, { roots, policies: undefined, now });
  if (!verdict.ok) return { holds: false, step: verdict.step, reason: verdict.reason };
  const { facts } = verdict;
  if (text !== undefined && (facts.text ?? '') !== text) {
    return { holds: false, step: 'expectations', reason: 'another text was shown' };
  }
  const compared = { ssn: ssn !== undefined, text: text !== undefined, time: now !== undefined };
  return {
    holds: true,
    facts: factsAsJson(facts, compared),
    texts: factsInWords(facts, compared),
  };
}

function evidenceIn({ evidence, ocspResponse }: JsonObject): Evidence | undefined {
  if (typeof evidence !== 'string' || typeof ocspResponse !== 'string') return undefined;
  return { evidence, ocspResponse };
}

import type { RequestedOrder } from './expectations.ts';
import { type Evidence, type Verdict, verifyEvidence } from './verify-evidence.ts';
import type { Certificate } from './x509/certificate.ts';

/** Verifies evidence as it arrives. */
export type EvidenceVerifier = (evidence: Evidence, about: AnsweredOrder) => Verdict;

/** The order of the evidence. */
export interface AnsweredOrder {
  readonly requested: RequestedOrder;
  /** The person that BankID identified. */
  readonly personalNumber: string;
}

/** The tenant's settings for evidence. */
export interface VerifierRules {
  readonly roots: readonly Certificate[];
  readonly policies: readonly string[] | undefined;
  /** The organisation number in the client certificate. */
  readonly organisation: string;
  readonly clock: () => Date;
}

/** Verifies by a tenant's settings, at the present. */
export function evidenceVerifier(rules: VerifierRules): EvidenceVerifier {
  const { roots, policies, organisation, clock } = rules;
  return (evidence, about) =>
    verifyEvidence(evidence, { ...about, organisation }, { roots, policies, now: clock() });
}

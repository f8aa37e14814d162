/**
 * The steps of a verification, in their order. A step is also the hint that an unverified login carries.
 * - `form`: base64, UTF-8 and an XML of the plainest kind
 * - `structure`: every element in its place, and the signed ones referenced
 * - `algorithms`: those that BankID uses, no other
 * - `signature`: digests and signature
 * - `chain`: the certificates, up to a pinned root
 * - `ocsp`: the bank's word that the certificate was good
 * - `expectations`: what was asked for, of whom, by whom
 */
export type Step =
  | 'form'
  | 'structure'
  | 'algorithms'
  | 'signature'
  | 'chain'
  | 'ocsp'
  | 'expectations';

/** Evidence does not hold. The reason names no person and quotes nothing. */
export class Unverified extends Error {
  readonly step: Step;
  readonly reason: string;

  constructor(step: Step, reason: string) {
    super(`${step}: ${reason}`);
    this.name = 'Unverified';
    this.step = step;
    this.reason = reason;
  }
}

/** @throws {Unverified} unless the condition holds */
export function demand(condition: boolean, step: Step, reason: string): asserts condition {
  if (!condition) throw new Unverified(step, reason);
}

/** Runs one step; whatever it trips over is that step's failure, so that nothing unforeseen passes. */
export function during<Result>(step: Step, reason: string, run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    if (error instanceof Unverified) throw error;
    throw new Unverified(step, reason);
  }
}

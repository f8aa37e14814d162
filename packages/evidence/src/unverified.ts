/**
 * The steps of a verification, in order. A step is also the hint of an unverified login.
 * - `form`: base64, UTF-8 and plain XML
 * - `structure`: the position of every element, and the references of the signed ones
 * - `algorithms`: only those of BankID
 * - `signature`: digests and signature
 * - `chain`: the certificates, up to a pinned root
 * - `ocsp`: the bank's confirmation of the certificate
 * - `expectations`: the request, the person and the service
 */
export type Step =
  | 'form'
  | 'structure'
  | 'algorithms'
  | 'signature'
  | 'chain'
  | 'ocsp'
  | 'expectations';

/** The evidence is not valid. The reason contains no personal data and no quotation. */
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

/** @throws {Unverified} unless the condition is true */
export function demand(condition: boolean, step: Step, reason: string): asserts condition {
  if (!condition) throw new Unverified(step, reason);
}

/** Runs one step; any error becomes a failure of this step, so that no unexpected input passes. */
export function during<Result>(step: Step, reason: string, run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    if (error instanceof Unverified) throw error;
    throw new Unverified(step, reason);
  }
}

import type { EidFinding } from '../../../domain/eid-reasons.ts';

/** An answer that was readable, but whose verification failed. */
export class UnverifiedAnswer extends Error {
  /** What failed, in one word that names no person: the hint code of the ending. */
  readonly step: string;

  /** Why, when more than the step is known. */
  readonly finding: EidFinding | undefined;

  constructor(step: string, cause?: unknown, finding?: EidFinding) {
    super(`unverified: ${step}`, { cause });
    this.name = 'UnverifiedAnswer';
    this.step = step;
    this.finding = finding;
  }
}

/** @throws {UnverifiedAnswer} unless the condition is true */
export function demand(condition: boolean, step: string): asserts condition {
  if (!condition) throw new UnverifiedAnswer(step);
}

/** @throws {UnverifiedAnswer} unless a verified certificate is of the country of the service */
export function demandCountry(found: string, wanted: string): void {
  if (found === wanted) return;
  const facts = { found: /^[A-Z]{2}$/.test(found) ? found : 'another country', wanted };
  throw new UnverifiedAnswer('country', undefined, { reason: 'other-country', facts });
}

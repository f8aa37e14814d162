/** An answer that was readable, but whose verification failed. */
export class UnverifiedAnswer extends Error {
  /** What failed, in one word that names no person: the hint code of the ending. */
  readonly step: string;

  constructor(step: string, cause?: unknown) {
    super(`unverified: ${step}`, { cause });
    this.name = 'UnverifiedAnswer';
    this.step = step;
  }
}

/** @throws {UnverifiedAnswer} unless the condition is true */
export function demand(condition: boolean, step: string): asserts condition {
  if (!condition) throw new UnverifiedAnswer(step);
}

import { Failure } from '../../domain/failure.ts';
import type { EidCall } from '../../ports/meter.ts';

/** A call that we did not make. */
export class NotCalled extends Error {
  readonly outcome: Extract<EidCall['outcome'], 'circuit-open' | 'too-many-calls'>;

  constructor(outcome: NotCalled['outcome']) {
    super(outcome);
    this.outcome = outcome;
  }

  /** What the caller hears, who may come again in so many seconds. */
  asFailure(seconds: number): Failure {
    const facts = { detail: `not called: ${this.outcome}`, names: { seconds }, spared: true };
    return new Failure('eid-unavailable', facts);
  }
}

import { Failure } from '../../domain/failure.ts';
import type { EidCall, EidOfTenant, Meter } from '../../ports/meter.ts';
import type { Stopwatch } from '../../ports/stopwatch.ts';
import { NotCalled } from './not-called.ts';

interface Deps {
  readonly setting: EidOfTenant;
  readonly stopwatch: Stopwatch;
  readonly meter: Pick<Meter, 'eidCalled'>;
}

type Outcome = EidCall['outcome'];

/** Lets a call happen as it does, and counts it. */
export type MeasuredCalls = <Answer>(
  operation: EidCall['operation'],
  call: () => Promise<Answer>,
) => Promise<Answer>;

/** Counts the calls of one tenant's eID, by what they came to. */
export function measuredCalls({ setting, stopwatch, meter }: Deps): MeasuredCalls {
  return async function measured(operation, call) {
    const elapsed = stopwatch();
    const count = (outcome: Outcome) =>
      meter.eidCalled({ ...setting, operation, outcome, seconds: elapsed() });
    try {
      const answer = await call();
      count('answered');
      return answer;
    } catch (error) {
      const outcome = outcomeOf(error);
      if (outcome !== undefined) count(outcome);
      throw error;
    }
  };
}

/** Undefined for a fault of ours, which is no outcome of a call. */
function outcomeOf(error: unknown): Outcome | undefined {
  if (error instanceof NotCalled) return error.outcome;
  if (!(error instanceof Failure)) return undefined;
  switch (error.code) {
    case 'eid-unavailable':
    case 'eid-refused-request':
    case 'eid-busy-with-person':
    case 'eid-misconfigured':
      return error.code;
    default:
      return undefined;
  }
}

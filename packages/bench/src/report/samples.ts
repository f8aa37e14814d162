import type { Sample } from '../measure/measure.ts';
import { type Spread, spreadOf } from '../measure/statistics.ts';
import type { Result } from '../result.ts';

/** The spread of one figure over the samples. */
export function spread(samples: readonly Sample[], of: (sample: Sample) => number): Spread {
  return spreadOf(samples.map(of));
}

/** The samples of an operation. @throws when it was not measured */
export function samplesOf({ operations }: Pick<Result, 'operations'>, key: string) {
  const found = operations.find((operation) => operation.key === key);
  if (found === undefined) throw new Error(`${key} was not measured`);
  return found.samples;
}

/** The CPU of an operation in the round with the least disturbance. */
export function leastSigEq(result: Pick<Result, 'operations'>, key: string): number {
  return spread(samplesOf(result, key), ({ sigEq }) => sigEq).min;
}

import type { FaultScenario } from '../faults/fault.ts';
import { SCENARIOS } from '../faults/faults.ts';
import type { Proof } from '../run.ts';

/** What a run came to. */
export interface Verdict {
  readonly isProven: boolean;
  readonly violations: number;
  /** Faults that saw themselves that a promise was broken. */
  readonly brokenFaults: number;
  /** Faults that were asked for, and were not made. */
  readonly missing: readonly FaultScenario[];
  readonly words: string;
}

/** Judges the whole of it. */
export function verdictOf({ plan, judged, faults }: Proof): Verdict {
  const violations = judged.reduce((sum, { violations: all }) => sum + all.length, 0);
  const brokenFaults = faults.filter(({ broken }) => broken !== undefined).length;
  const missing = plan.scenarios.filter(
    ({ id, title }) =>
      !faults.some(({ scenario }) => scenario.id === id && scenario.title === title),
  );
  const isProven = violations === 0 && brokenFaults === 0 && missing.length === 0;
  const found = [
    counted(violations, 'violation'),
    ...(brokenFaults > 0 ? [`${counted(brokenFaults, 'fault')} not survived as expected`] : []),
    ...(missing.length > 0 ? [`not injected: ${missing.map(({ id }) => id).join(', ')}`] : []),
  ];
  return { isProven, violations, brokenFaults, missing, words: found.join('; ') };
}

/** The faults that the run was not asked to make: of those it proves nothing. */
export function leftOut({ plan }: Proof): readonly string[] {
  const asked = new Set(plan.scenarios.map(({ id }) => id));
  return [...new Set(SCENARIOS.map(({ id }) => id).filter((id) => !asked.has(id)))];
}

function counted(count: number, what: string): string {
  return `${count === 0 ? 'no' : count} ${what}${count === 1 ? '' : 's'}`;
}

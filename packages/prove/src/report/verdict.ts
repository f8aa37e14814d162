import { starved } from '../checker/fault-windows.ts';
import type { FaultScenario } from '../faults/fault.ts';
import { SCENARIOS } from '../faults/faults.ts';
import type { Proof } from '../run.ts';

/** The verdict of a run. */
export interface Verdict {
  readonly isProven: boolean;
  readonly violations: number;
  /** Faults that observed a violation. */
  readonly brokenFaults: number;
  /** Faults that were requested and not injected. */
  readonly missing: readonly MissingFault[];
  readonly texts: string;
}

/** A fault that was not injected, with the reason. */
export interface MissingFault {
  readonly id: FaultScenario['id'];
  readonly why: string;
}

/** The interval between two samples of a replica. */
const SLOT_MS = 5_000;

/** Evaluates the run. It fails when this machine cannot inject a fault that the options name. */
export function verdictOf({ plan, results, faults }: Proof): Verdict {
  const violations = results.reduce((sum, { violations: all }) => sum + all.length, 0);
  const brokenFaults = faults.filter(({ broken }) => broken !== undefined).length;
  const missing = plan.scenarios.flatMap(({ id, title }): readonly MissingFault[] => {
    const fault = faults.find(({ scenario }) => scenario.id === id && scenario.title === title);
    if (fault === undefined) return [{ id, why: 'the run ended first' }];
    return fault.missed === undefined ? [] : [{ id, why: fault.missed }];
  });
  const inPart = faults.flatMap(({ scenario, incomplete }) =>
    incomplete.length > 0 ? scenario.id : [],
  );
  const isComplete = missing.length === 0 || !plan.wantsEach;
  const isProven = violations === 0 && brokenFaults === 0 && isComplete;
  const found = [
    counted(violations, 'violation'),
    ...(brokenFaults > 0 ? [`${counted(brokenFaults, 'fault')} with an unexpected result`] : []),
    ...missing.map(({ id, why }) => `${id} not injected: ${why}`),
    ...(inPart.length > 0 ? [`partly injected: ${inPart.join(', ')}`] : []),
  ];
  return { isProven, violations, brokenFaults, missing, texts: found.join('; ') };
}

/** The number of injected kinds of faults: `5 of 33 kinds of faults`. */
export function kindsInjected({ faults }: Pick<Proof, 'faults'>): string {
  const made = faults.filter(({ missed }) => missed === undefined);
  const kinds = new Set(made.map(({ scenario }) => scenario.id));
  const all = new Set(SCENARIOS.map(({ id }) => id));
  return `${kinds.size} of ${all.size} kinds of faults`;
}

/** The seconds in which the machine was too busy to prove much; undefined when none. */
export function starvation({ events }: Pick<Proof, 'events'>): string | undefined {
  const busy = new Set(starved(events).map(({ from }) => Math.floor(from / SLOT_MS)));
  if (busy.size === 0) return undefined;
  const seconds = (busy.size * SLOT_MS) / 1000;
  const all = Math.round((events.at(-1)?.at ?? 0) / 1000);
  return `For ${seconds} of ${all} seconds replicas were short of CPU; the run proves less about these.`;
}

/** The faults outside the options: the run proves nothing about them. */
export function notRequested({ plan }: Pick<Proof, 'plan'>): readonly string[] {
  const requested = new Set(plan.scenarios.map(({ id }) => id));
  return [...new Set(SCENARIOS.map(({ id }) => id).filter((id) => !requested.has(id)))];
}

function counted(count: number, what: string): string {
  return `${count === 0 ? 'no' : count} ${what}${count === 1 ? '' : 's'}`;
}

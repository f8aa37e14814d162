import { setTimeout as sleep } from 'node:timers/promises';

import type { Environment } from '../environment/environment.ts';

/** The arguments of a fault. */
export interface Injection {
  readonly environment: Environment;
  /** From 0 to below 1; the run's seed decides. */
  readonly random: () => number;
  /** Aborted when time runs out: the fault then ends early, and still restores a healthy environment. */
  readonly signal: AbortSignal;
  /** Adds a line to the report. */
  readonly note: (text: string) => void;
  /** Reports a part of the fault that was not injected, usually for lack of time. */
  readonly incomplete: (what: string) => void;
}

/** A number in the list of faults. */
export type FaultId = `F${number}`;

/** This machine cannot inject the fault; the message gives the reason. The run proves nothing about it. */
export class NotInjected extends Error {}

/** A fault that this machine can inject. */
export interface FaultScenario {
  readonly id: FaultId;
  readonly title: string;
  /** The expected behaviour of the service during and after the fault. */
  readonly expect: string;
  /** The duration of the whole fault: its share of the run's time. */
  readonly seconds: number;
  /** It affects no other login and needs no isolation: it runs beside other faults. */
  readonly isAlongside?: boolean;
  /** It runs before all others. */
  readonly isFirst?: boolean;
  /**
   * Injects the fault during other logins, then restores a healthy environment. Throws when it observes a violation, or
   * `NotInjected`. The checker finds other violations in the history.
   */
  inject(injection: Injection): Promise<void>;
}

/** A fault that a test covers, or that this machine cannot inject. */
export interface FaultTestedElsewhere {
  readonly id: FaultId;
  readonly title: string;
  readonly why: string;
}

interface Work<T> {
  readonly named: (part: T) => string;
  readonly make: (part: T) => Promise<void>;
}

/** Injects the parts of a fault in turn until time runs out, and reports the missing parts. */
export async function eachInTime<T>(
  parts: readonly T[],
  { signal, incomplete }: Pick<Injection, 'signal' | 'incomplete'>,
  { named, make }: Work<T>,
): Promise<void> {
  const left: string[] = [];
  for (const part of parts) {
    if (signal.aborted) left.push(named(part));
    else await make(part);
  }
  if (left.length === 0) return;
  incomplete(
    `injected ${parts.length - left.length} of ${parts.length}, without ${left.join(', ')}`,
  );
}

/** Pauses for this time, or until the signal. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}

/** Counts equal values: `3 × 200, 1 × 503`. */
export function counted(all: readonly unknown[]): string {
  const counts = new Map<string, number>();
  for (const one of all) counts.set(String(one), (counts.get(String(one)) ?? 0) + 1);
  return [...counts].map(([one, count]) => `${count} × ${one}`).join(', ');
}

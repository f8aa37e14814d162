import { setTimeout as sleep } from 'node:timers/promises';

import type { World } from '../world/world.ts';

/** What a fault is injected with. */
export interface Injection {
  readonly world: World;
  /** From 0 to below 1; the run's seed decides. */
  readonly random: () => number;
  /** Aborted when the time is over: then the fault ends early, and still leaves a healthy world. */
  readonly signal: AbortSignal;
  /** Tells what happened, for the report. */
  readonly note: (text: string) => void;
  /** Tells which part of the fault was not made, mostly because the time was over; the report shows it. */
  readonly incomplete: (what: string) => void;
}

/** A number of the list of faults. */
export type FaultId = `F${number}`;

/** The fault could not be made here; the message says why. A run that was to make it proves nothing about it. */
export class NotInjected extends Error {}

/** A fault that this machine can make. */
export interface FaultScenario {
  readonly id: FaultId;
  readonly title: string;
  /** What the service promises meanwhile and after. */
  readonly expect: string;
  /** How long it takes to make all of it: the share of a run's time that it gets. */
  readonly seconds: number;
  /** Nobody else may notice it, and it is not spoiled by other faults: it is made while these are. */
  readonly isAlongside?: boolean;
  /** It comes before all others. */
  readonly isFirst?: boolean;
  /**
   * Makes the fault while others use the world, and brings the world back to health. Throws when it saw
   * itself that a promise was broken, or `NotInjected`; the people's history shows the rest.
   */
  inject(injection: Injection): Promise<void>;
}

/** A fault that is tried elsewhere, or that this machine cannot make. */
export interface FaultTestedElsewhere {
  readonly id: FaultId;
  readonly title: string;
  readonly why: string;
}

interface Work<T> {
  readonly named: (part: T) => string;
  readonly make: (part: T) => Promise<void>;
}

/** Makes one part of a fault after the other while there is time, and tells which ones there was none for. */
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
  incomplete(`made ${parts.length - left.length} of ${parts.length}, without ${left.join(', ')}`);
}

/** Waits so long, or until the time is over. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}

/** How often each was said: `3 × 200, 1 × 503`. */
export function counted(all: readonly unknown[]): string {
  const counts = new Map<string, number>();
  for (const one of all) counts.set(String(one), (counts.get(String(one)) ?? 0) + 1);
  return [...counts].map(([one, count]) => `${count} × ${one}`).join(', ');
}

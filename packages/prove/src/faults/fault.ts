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
  readonly unmade: (what: string) => void;
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
export interface FaultElsewhere {
  readonly id: FaultId;
  readonly title: string;
  readonly why: string;
}

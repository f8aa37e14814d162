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
}

/** A number of the list of faults. */
export type FaultId = `F${number}`;

/** A fault that this machine can make. */
export interface FaultScenario {
  readonly id: FaultId;
  readonly title: string;
  /** What the service promises meanwhile and after. */
  readonly expect: string;
  /**
   * Makes the fault while others use the world, and brings the world back to health. Throws when it saw
   * itself that a promise was broken; the people's history shows the rest.
   */
  inject(injection: Injection): Promise<void>;
}

/** A fault that is tried elsewhere, or that this machine cannot make. */
export interface FaultElsewhere {
  readonly id: FaultId;
  readonly title: string;
  readonly why: string;
}

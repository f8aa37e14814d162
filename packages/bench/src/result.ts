import type { Machine } from './machine.ts';
import type { Sample } from './measure/measure.ts';
import type { Growth } from './operations/growth.ts';
import type { Plan } from './plan.ts';
import type { Share } from './profile/shares-of.ts';

/** The result of one run. */
export interface Result {
  readonly at: string;
  readonly plan: Plan;
  readonly machine: Machine;
  readonly operations: readonly Measured[];
  readonly replica: {
    /** From the start of its process to its first response. */
    readonly startMs: number;
    /** Resident memory after all measurements, in MiB. */
    readonly memoryMib: number;
  };
  readonly growth: Growth | undefined;
  /** The shares of CPU of the server during logins; absent without a profile. */
  readonly profile: readonly Share[] | undefined;
}

/** An operation with its samples. */
export interface Measured {
  readonly key: string;
  readonly title: string;
  readonly samples: readonly Sample[];
}

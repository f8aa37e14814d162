import type { Machine } from './machine.ts';
import type { Sample } from './measure/measure.ts';
import type { Growth } from './operations/growth.ts';
import type { Plan } from './plan.ts';
import type { Share } from './profile/shares-of.ts';

/** All that one run found out. */
export interface Result {
  readonly at: string;
  readonly plan: Plan;
  readonly machine: Machine;
  readonly operations: readonly Measured[];
  readonly replica: {
    /** From the start of its process to its first answer. */
    readonly startMs: number;
    /** Resident, after all that was measured, in MiB. */
    readonly memoryMib: number;
  };
  readonly growth: Growth | undefined;
  /** Who used the CPU of the server during logins; absent when nobody asked. */
  readonly profile: readonly Share[] | undefined;
}

/** An operation and what it took each time. */
export interface Measured {
  readonly key: string;
  readonly title: string;
  readonly samples: readonly Sample[];
}

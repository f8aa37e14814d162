import { userInfo } from 'node:os';

import { RemovalsRefused } from '../management/configuration/apply-configuration.ts';
import type { Plan } from '../management/configuration/plan.ts';
import { lineOf, planText } from '../management/configuration/plan-text.ts';
import type { ChangeOrigin } from '../ports/configuration.ts';
import { print, UsageError, warn } from './command.ts';

/** The options of commands that change the configuration. */
export const PLAN_OPTIONS = {
  'dry-run': { help: 'only prints the plan' },
  'allow-remove': { help: 'lets the plan remove domains, eIDs, applications and webhooks' },
  'allow-lock-out': {
    help: 'takes from applications with logins in the last 24 hours what these need',
  },
  reason: { value: 'TEXT', help: 'kept with the revision' },
  json: { help: 'the plan as JSON' },
} as const;

/** The values of these options. */
export interface PlanChoices {
  readonly 'dry-run': boolean;
  readonly 'allow-remove': boolean;
  readonly 'allow-lock-out': boolean;
  readonly reason: string | undefined;
  readonly json: boolean;
}

/** The exit code of a plan that needs `--allow-remove`. */
const REMOVALS_REFUSED = 2;
const MAX_REASON = 500;

/** Who runs a command, and why. The user of `sudo` counts. */
export function originOf(
  { reason }: PlanChoices,
  env: NodeJS.ProcessEnv,
): Omit<ChangeOrigin, 'source'> {
  if ((reason ?? '').length > MAX_REASON) {
    throw new UsageError(`--reason: must have at most ${MAX_REASON} characters`);
  }
  return { who: env.SUDO_USER || userName(), reason };
}

/**
 * Plans or applies, and prints the plan. Returns the exit code: 0, or 2 when nothing was written because of removals.
 */
export async function runPlanned(
  choices: PlanChoices,
  apply: (options: {
    dryRun: boolean;
    allowRemove: boolean;
    allowLockOut: boolean;
  }) => Promise<Plan>,
): Promise<{ readonly code: number; readonly plan: Plan }> {
  const { 'dry-run': dryRun, 'allow-remove': allowRemove, json } = choices;
  const allowLockOut = choices['allow-lock-out'];
  try {
    const plan = await apply({ dryRun, allowRemove, allowLockOut });
    printPlan(plan, { json, applied: !dryRun });
    if (dryRun && !json && plan.changes.length > 0) {
      print('nothing was written: this was a dry run');
    }
    if (dryRun && !allowRemove) warnOfRemovals(plan, 'needs --allow-remove to remove');
    if (dryRun && !allowLockOut) warnOfLockOuts(plan.locksOut ?? []);
    return { code: 0, plan };
  } catch (error) {
    if (!(error instanceof RemovalsRefused)) throw error;
    printPlan(error.plan, { json, applied: false });
    warnOfRemovals(error.plan, 'nothing was written. Only with --allow-remove it removes');
    return { code: REMOVALS_REFUSED, plan: error.plan };
  }
}

function printPlan(plan: Plan, { json, applied }: { json: boolean; applied: boolean }): void {
  if (json) print(JSON.stringify({ ...plan, applied }, null, 2));
  else print(planText(plan));
}

function warnOfRemovals({ changes }: Plan, words: string): void {
  const removed = changes.filter(({ action }) => action === 'remove');
  if (removed.length === 0) return;
  const names = removed.map((change) => `  ${lineOf(change)}`);
  warn(
    [`${words} ${removed.length === 1 ? 'one part' : `${removed.length} parts`}:`, ...names].join(
      '\n',
    ),
  );
}

function warnOfLockOuts(lockOuts: NonNullable<Plan['locksOut']>): void {
  if (lockOuts.length === 0) return;
  const lines = lockOuts.map(
    ({ tenant, application, reason }) =>
      `  tenant ${tenant}, application ${application}: ${reason}`,
  );
  const words = 'needs --allow-lock-out: people logged in within the last 24 hours';
  warn([words, ...lines].join('\n'));
}

/** A container may run as a user without a name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

import { describe, expect, test } from '@jest/globals';

import { type Row, TABLE } from './expectations.ts';
import type { Plan } from './plans.ts';

/** What a module notes besides failing at once, in the suite's four degrees. */
export interface Findings {
  /** The suite would warn. */
  warn(what: string): void;
  /** The suite would fail the module; the rest is looked at nevertheless. */
  fail(what: string): void;
  /** The suite would not go on; nor does the module. */
  skip(why: string): never;
}

/** Does what a module of the suite does. Whatever it throws is a failure that nobody expected. */
export type Module = (findings: Findings) => Promise<void>;

/** The modules by their names; those that the plan does not have are left aside. */
export type Modules = Readonly<Record<string, Module>>;

class Skipped extends Error {}

/** One test for each module of the plan that is not left out in the table. */
export function runPlan(plan: Plan, modules: Modules): void {
  describe(plan, () => {
    for (const [name, row] of Object.entries<Row>(TABLE[plan])) {
      if (row.result === 'NOT RUN') continue;
      test(`${name}: ${row.result}`, async () => {
        const found = await outcomeOf(modules[name]);
        expect(found).toEqual({ result: row.result, findings: row.findings ?? [] });
      });
    }
  });
}

async function outcomeOf(module: Module | undefined) {
  if (module === undefined) throw new Error('the table expects a result, but nothing is written');
  const [warnings, failures]: [string[], string[]] = [[], []];
  try {
    await module({
      warn: (what) => void warnings.push(what),
      fail: (what) => void failures.push(what),
      skip: (why) => {
        throw new Skipped(why);
      },
    });
  } catch (error) {
    if (!(error instanceof Skipped)) throw error;
    return { result: 'SKIPPED', findings: [error.message] };
  }
  const findings = [...failures, ...warnings];
  if (failures.length > 0) return { result: 'FAILED', findings };
  return { result: warnings.length > 0 ? 'WARNING' : 'PASSED', findings };
}

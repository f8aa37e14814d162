import { describe, expect, test } from '@jest/globals';

import { type Row, TABLE } from './expectations.ts';
import type { Plan } from './plans.ts';

/** Records findings by the suite's degrees; a thrown error is an unexpected failure. */
export interface Findings {
  /** Records a warning of the suite. */
  warn(finding: string): void;
  /** Records a failure of the suite, and continues. */
  fail(finding: string): void;
  /** Ends the module as skipped. */
  skip(reason: string): never;
}

/** A module of the suite. An error that it throws is an unexpected failure. */
export type Module = (findings: Findings) => Promise<void>;

/** The modules by name; modules outside the plan are ignored. */
export type Modules = Readonly<Record<string, Module>>;

class Skipped extends Error {}

/** Defines one test for each module of the plan that is not marked NOT RUN. */
export function runPlan(plan: Plan, modules: Modules): void {
  describe(plan, () => {
    for (const [name, row] of Object.entries<Row>(TABLE[plan])) {
      if (row.result === 'NOT RUN') continue;
      test(`${name} ends as ${row.result}`, async () => {
        const found = await outcomeOf(modules[name]);
        expect(found).toEqual({ result: row.result, findings: row.findings ?? [] });
      });
    }
  });
}

async function outcomeOf(module: Module | undefined) {
  if (module === undefined) throw new Error('the table expects a result, but no module exists');
  const [warnings, failures]: [string[], string[]] = [[], []];
  try {
    await module({
      warn: (finding) => void warnings.push(finding),
      fail: (finding) => void failures.push(finding),
      skip: (reason) => {
        throw new Skipped(reason);
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

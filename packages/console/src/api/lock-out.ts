import { ApiProblem } from './api-problem.ts';
import type { Plan } from './shapes.ts';

/** True for a plan that takes from an application in use what its logins need. */
export function locksOut(plan: Plan | undefined): boolean {
  return (plan?.locksOut ?? []).length > 0;
}

/** True for a refusal that names the applications whose users would be locked out. */
export function isRefusedLockOut(error: unknown): boolean {
  return (
    error instanceof ApiProblem &&
    error.status === 409 &&
    error.faults.some(({ path }) => path.startsWith('application/'))
  );
}

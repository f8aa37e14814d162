import { useId } from 'react';
import { ApiProblem } from '../api/api-problem.ts';
import type { Plan } from '../api/shapes.ts';

interface LockOutChoiceProps {
  readonly plan?: Plan | undefined;
  readonly error?: unknown;
  readonly checked: boolean;
  readonly onChange: (allow: boolean) => void;
}

/** Offered when a change would lock out the users of an application: the person decides with open eyes. */
export function LockOutChoice({ plan, error, checked, onChange }: LockOutChoiceProps) {
  const id = useId();
  if (!checked && !locksOut(plan) && !isRefusedLockOut(error)) return null;
  return (
    <div className="check">
      <input
        id={id}
        type="checkbox"
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
      />
      <label htmlFor={id}>Do it all the same: these users can then not log in</label>
    </div>
  );
}

/** True for a plan that takes from an application in use what its logins need. */
export function locksOut(plan: Plan | undefined): boolean {
  return (plan?.locksOut ?? []).length > 0;
}

/** The service names the applications whose users it would lock out. */
function isRefusedLockOut(error: unknown): boolean {
  return (
    error instanceof ApiProblem &&
    error.status === 409 &&
    error.faults.some(({ path }) => path.startsWith('application/'))
  );
}

import { useId } from 'react';
import { ApiProblem } from '../api/api-problem.ts';

interface LockOutChoiceProps {
  readonly error: unknown;
  readonly checked: boolean;
  readonly onChange: (allow: boolean) => void;
}

/** Offered when a change would lock out the users of an application: the person decides with open eyes. */
export function LockOutChoice({ error, checked, onChange }: LockOutChoiceProps) {
  const id = useId();
  if (!checked && !isLockOut(error)) return null;
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

/** The service names the applications whose users it would lock out. */
function isLockOut(error: unknown): boolean {
  return (
    error instanceof ApiProblem &&
    error.status === 409 &&
    error.faults.some(({ path }) => path.startsWith('application/'))
  );
}

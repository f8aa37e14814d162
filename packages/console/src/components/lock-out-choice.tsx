import { useId } from 'react';
import { isRefusedLockOut, locksOut } from '../api/lock-out.ts';
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

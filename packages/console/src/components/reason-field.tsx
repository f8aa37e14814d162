import { useId } from 'react';

interface ReasonFieldProps {
  readonly value: string;
  readonly onChange: (reason: string) => void;
}

/** Why something is done: the audit keeps it beside the change. */
export function ReasonField({ value, onChange }: ReasonFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>Why (kept in the audit)</label>
      <input
        id={id}
        value={value}
        maxLength={500}
        autoComplete="off"
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
}

import { useId } from 'react';
import { ROLES, type Role } from './roles.ts';

interface RoleSelectProps {
  readonly value: Role;
  readonly onChange: (role: Role) => void;
}

/** The choice of a role. */
export function RoleSelect({ value, onChange }: RoleSelectProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>Role</label>
      <select id={id} value={value} onChange={({ target }) => onChange(target.value as Role)}>
        {ROLES.map(({ name, may }) => (
          <option key={name} value={name}>
            {name}: {may}
          </option>
        ))}
      </select>
    </div>
  );
}

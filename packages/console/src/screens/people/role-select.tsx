import { ROLES } from './roles.ts';

/** The choice of a role. */
export function RoleSelect({ id }: { readonly id: string }) {
  return (
    <div className="field">
      <label htmlFor={id}>Role</label>
      <select id={id} name="role" defaultValue="developer">
        {ROLES.map(({ name, may }) => (
          <option key={name} value={name}>
            {name}: {may}
          </option>
        ))}
      </select>
    </div>
  );
}

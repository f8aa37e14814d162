import { useNavigate } from '@tanstack/react-router';
import type { LoginSearch } from './login-search.ts';

const FIELDS = [
  { name: 'application', label: 'Application', type: 'text' },
  { name: 'eid', label: 'eID', type: 'text' },
  { name: 'outcome', label: 'Outcome', type: 'text' },
  { name: 'from', label: 'From', type: 'date' },
  { name: 'until', label: 'Until', type: 'date' },
] as const;

/** The filters. Each is part of the address, so that a filtered list can be sent to a colleague. */
export function LoginFilters({ search }: { readonly search: LoginSearch }) {
  const navigate = useNavigate({ from: '/t/$tenant/logins' });
  return (
    <div className="filters">
      {FIELDS.map(({ name, label, type }) => (
        <div className="field" key={name}>
          <label htmlFor={`filter-${name}`}>{label}</label>
          <input
            // A change from outside, such as the browser's back, shows in the field.
            key={search[name] ?? ''}
            id={`filter-${name}`}
            type={type}
            autoComplete="off"
            defaultValue={search[name] ?? ''}
            onBlur={({ target }) => narrow(name, target.value)}
            onKeyDown={({ key, currentTarget }) => {
              if (key === 'Enter') narrow(name, currentTarget.value);
            }}
          />
        </div>
      ))}
      {search.search !== undefined && <span className="badge info">{search.search}</span>}
      {Object.keys(search).length > 0 && (
        <button
          type="button"
          className="button quiet"
          onClick={() => void navigate({ search: () => ({}) })}
        >
          Show all
        </button>
      )}
    </div>
  );

  function narrow(name: keyof LoginSearch, value: string): void {
    const text = value.trim();
    if ((search[name] ?? '') === text) return;
    const { [name]: _, ...others } = search;
    void navigate({ search: text === '' ? others : { ...others, [name]: text } });
  }
}

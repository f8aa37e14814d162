import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { APPLICATIONS, EIDS, objectsQuery } from '../../api/objects.ts';
import { useMay } from '../../api/session.ts';
import { Combobox } from '../../components/combobox.tsx';
import { textIn } from '../../objects/settings-values.ts';
import { LOGIN_OUTCOMES, type LoginSearch } from './login-search.ts';

const DAYS = [
  { name: 'from', label: 'From' },
  { name: 'until', label: 'Until' },
] as const;

interface FiltersProps {
  readonly tenant: string;
  readonly search: LoginSearch;
}

/** The filters. Each is part of the address, so that a filtered list can be sent to a colleague. */
export function LoginFilters({ tenant, search }: FiltersProps) {
  const navigate = useNavigate({ from: '/t/$tenant/logins' });
  const { eid = '', outcome = '', error = '' } = search;
  const eids = useNames(tenant, 'eid');
  return (
    <div className="filters">
      <ApplicationFilter
        // A change from outside, such as the browser's back, shows in the field.
        key={search.application ?? ''}
        tenant={tenant}
        value={search.application ?? ''}
        onChange={(value) => narrow('application', value)}
      />
      <Combobox
        key={`eid ${eid}`}
        label="eID"
        value={eid}
        options={eids}
        onChange={(value) => narrow('eid', value)}
      />
      <div className="field">
        <label htmlFor="filter-outcome">Outcome</label>
        <select
          id="filter-outcome"
          value={outcome}
          onChange={({ target }) => narrow('outcome', target.value)}
        >
          <option value="">any</option>
          {[...new Set([...LOGIN_OUTCOMES, outcome])].filter(Boolean).map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </div>
      <div className="field">
        <label htmlFor="filter-error">Error</label>
        <input
          key={error}
          id="filter-error"
          autoComplete="off"
          spellCheck={false}
          placeholder="its key in the catalogue"
          defaultValue={error}
          onBlur={({ target }) => narrow('error', target.value)}
          onKeyDown={({ key, currentTarget }) => {
            if (key === 'Enter') narrow('error', currentTarget.value);
          }}
        />
      </div>
      {DAYS.map(({ name, label }) => (
        <div className="field" key={name}>
          <label htmlFor={`filter-${name}`}>{label}</label>
          <input
            key={search[name] ?? ''}
            id={`filter-${name}`}
            type="date"
            defaultValue={search[name] ?? ''}
            onBlur={({ target }) => narrow(name, target.value)}
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

interface ApplicationFilterProps {
  readonly tenant: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The service searches the applications: there may be ten thousand. */
function ApplicationFilter({ tenant, value, onChange }: ApplicationFilterProps) {
  const [typed, setTyped] = useState('');
  const options = useNames(tenant, 'clientId', typed);
  return (
    <Combobox
      label="Application"
      value={value}
      options={options}
      onType={setTyped}
      onChange={onChange}
    />
  );
}

/** The names to choose from; none for a role that may not read settings. */
function useNames(tenant: string, member: 'clientId' | 'eid', typed = ''): readonly string[] {
  const kind = member === 'eid' ? EIDS : APPLICATIONS;
  const enabled = useMay(tenant)('configuration.read');
  const { data } = useInfiniteQuery({ ...objectsQuery(kind, tenant, typed), enabled });
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  return [...new Set(items.map((item) => textIn(item, member)))];
}

import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { usageQuery } from '../../api/pages.ts';
import { FactsTable } from '../../components/facts-table.tsx';
import { Page } from '../../components/page.tsx';
import { ProblemNote } from '../../components/problem-note.tsx';
import { csvOf } from './csv.ts';
import { DownloadButton } from './download-button.tsx';
import { monthOf } from './month-of.ts';

const route = getRouteApi('/t/$tenant/usage');

/** The logins of a period, as an invoice counts them. */
export function UsageScreen() {
  const { tenant } = route.useParams();
  const [days, setDays] = useState(() => monthOf(new Date()));
  const period = { from: `${days.from}T00:00:00Z`, until: `${days.until}T00:00:00Z` };
  const { data, error } = useQuery(usageQuery(tenant, period));
  return (
    <Page
      title="Usage"
      lead="Logins by application, eID and kind: identified by the eID, remembered by a session, ended without a person."
      data={data && { ...period, usage: data }}
      actions={
        data && (
          <DownloadButton
            name={`usage-${tenant}-${days.from}-${days.until}.csv`}
            text={csvOf(data)}
          />
        )
      }
    >
      <div className="filters">
        {(['from', 'until'] as const).map((name) => (
          <div className="field" key={name}>
            <label htmlFor={name}>{name === 'from' ? 'From (UTC)' : 'Before (UTC)'}</label>
            <input
              id={name}
              type="date"
              required
              value={days[name]}
              onChange={({ target }) => target.value && setDays({ ...days, [name]: target.value })}
            />
          </div>
        ))}
      </div>
      <ProblemNote error={error} />
      {data && <FactsTable caption="Usage" rows={data} empty="No login in this period." />}
    </Page>
  );
}

import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { loginsQuery } from '../../api/logins.ts';
import type { LoginSummary } from '../../api/shapes.ts';
import type { Column } from '../../components/data-table.tsx';
import { Moment } from '../../components/moment.tsx';
import { OutcomeBadge } from '../../components/outcome-badge.tsx';
import { Page } from '../../components/page.tsx';
import { PagedTable } from '../../components/paged-table.tsx';
import { FindLogin } from './find-login.tsx';
import { LoginFilters } from './login-filters.tsx';

const route = getRouteApi('/t/$tenant/logins');

/** The logins of a tenant, latest first, as they happen. The address holds the filters. */
export function LoginsScreen() {
  const { tenant } = route.useParams();
  const search = route.useSearch();
  const [live, setLive] = useState(true);
  const query = useInfiniteQuery(loginsQuery(tenant, search, live));
  const rows = query.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Page
      title="Logins"
      lead="Every login of this tenant. No person is in it."
      data={query.data && { logins: rows }}
      actions={
        <button type="button" className="button" aria-pressed={live} onClick={() => setLive(!live)}>
          {live && <span className="live-dot" />} {live ? 'Live' : 'Paused'}
        </button>
      }
    >
      <search>
        <FindLogin tenant={tenant} />
      </search>
      <LoginFilters tenant={tenant} search={search} />
      <PagedTable
        query={query}
        caption="Logins"
        columns={columnsOf(tenant)}
        rows={rows}
        keyOf={({ code }) => code}
        empty={emptyText(search, query.hasNextPage)}
        moreLabel="Show earlier logins"
      />
    </Page>
  );
}

/** A page without a login may have others behind it, where few of many match. */
function emptyText(search: object, areMore: boolean): string {
  if (areMore) return 'None of the latest logins matches these filters.';
  return Object.keys(search).length > 0 ? 'No login matches these filters.' : 'No login yet.';
}

/** Outcomes whose cause is no news; null is a pending login. */
const GOOD: readonly (string | null)[] = ['identified', 'remembered', null];

function columnsOf(tenant: string): readonly Column<LoginSummary>[] {
  return [
    {
      heading: 'Code',
      cell: ({ code }) => (
        <Link className="code-big" to="/t/$tenant/logins/$code" params={{ tenant, code }}>
          {code}
        </Link>
      ),
    },
    { heading: 'Began', cell: ({ beganAt }) => <Moment at={beganAt} /> },
    { heading: 'Application', cell: ({ application }) => application ?? 'unknown' },
    { heading: 'eID', cell: ({ eid, acr }) => eid ?? acr ?? '–' },
    { heading: 'Channel', cell: ({ channel }) => channel },
    { heading: 'Outcome', cell: ({ outcome }) => <OutcomeBadge outcome={outcome} /> },
    { heading: 'Cause', cell: ({ cause, outcome }) => (GOOD.includes(outcome) ? '' : cause) },
  ];
}

import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import { APPLICATIONS, objectsQuery } from '../../api/objects.ts';
import { useMay } from '../../api/session.ts';
import type { Settings } from '../../api/shapes.ts';
import type { Column } from '../../components/data-table.tsx';
import { Page } from '../../components/page.tsx';
import { PagedTable } from '../../components/paged-table.tsx';
import { textIn, textsIn } from '../../objects/settings-values.ts';

const route = getRouteApi('/t/$tenant/applications');

/** The applications of a tenant, found by the beginning of their client id or name. */
export function ApplicationsScreen() {
  const { tenant } = route.useParams();
  const navigate = useNavigate();
  const may = useMay(tenant);
  const [search, setSearch] = useState('');
  const query = useInfiniteQuery(objectsQuery(APPLICATIONS, tenant, useDeferredValue(search)));
  const rows = query.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Page
      title="Applications"
      lead="What may ask for logins: websites, apps, call centres, servers."
      data={query.data && { applications: rows }}
      actions={
        may('applications.write') && (
          <button
            type="button"
            className="button primary"
            onClick={() => void navigate({ to: '/t/$tenant/applications/new', params: { tenant } })}
          >
            New application
          </button>
        )
      }
    >
      <div className="filters">
        <div className="field find">
          <label htmlFor="search">Client ID or name begins with</label>
          <input
            id="search"
            type="search"
            autoComplete="off"
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
        </div>
      </div>
      <PagedTable
        query={query}
        caption="Applications"
        columns={columnsOf(tenant)}
        rows={rows}
        keyOf={(application) => textIn(application, 'clientId')}
        empty={search === '' ? 'No application yet.' : 'No application begins so.'}
      />
    </Page>
  );
}

function columnsOf(tenant: string): readonly Column<Settings>[] {
  return [
    {
      heading: 'Client ID',
      cell: (application) => {
        const clientId = textIn(application, 'clientId');
        return (
          <Link
            className="mono"
            to="/t/$tenant/applications/$clientId"
            params={{ tenant, clientId }}
          >
            {clientId}
          </Link>
        );
      },
    },
    { heading: 'Name', cell: (application) => textIn(application, 'name') },
    { heading: 'Flows', cell: (application) => textsIn(application, 'flows').join(', ') },
    {
      heading: 'Redirect URIs',
      cell: (application) => textsIn(application, 'redirectUris').join(' '),
    },
  ];
}

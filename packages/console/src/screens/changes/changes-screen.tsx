import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { revisionsQuery } from '../../api/pages.ts';
import { useMay } from '../../api/session.ts';
import type { Settings } from '../../api/shapes.ts';
import { Fact } from '../../components/facts.tsx';
import { Page } from '../../components/page.tsx';
import { PagedTable } from '../../components/paged-table.tsx';
import { textIn } from '../../objects/settings-values.ts';
import { ApplyFile } from './apply-file.tsx';
import { Approvals } from './approvals-card.tsx';
import { RevisionPlan } from './revision-plan.tsx';
import { Rollback } from './rollback.tsx';

const route = getRouteApi('/t/$tenant/changes');

/** Every applied revision: who, when, why; and the way back. */
export function ChangesScreen() {
  const { tenant } = route.useParams();
  const may = useMay(tenant);
  const query = useInfiniteQuery(revisionsQuery(tenant));
  const rows = query.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Page
      title="Changes"
      lead="What was applied by the console, the API or a file. Each revision can be brought back."
      data={query.data && { revisions: rows }}
      actions={may('configuration.write') && <ApplyFile tenant={tenant} />}
    >
      <div className="stack">
        <Approvals tenant={tenant} />
        <PagedTable
          query={query}
          caption="Revisions"
          rows={rows}
          keyOf={(row) => String(row.revision)}
          empty="Nothing was applied yet."
          columns={[
            { heading: 'Revision', cell: ({ revision }) => <Fact value={String(revision)} /> },
            { heading: 'When', cell: ({ at }) => <Fact value={at} /> },
            { heading: 'Who', cell: (row) => nameIn(row, 'who') },
            { heading: 'By', cell: (row) => textIn(row, 'source') },
            { heading: 'Why', cell: (row) => textIn(row, 'reason') },
            {
              heading: 'Changed',
              cell: (row) => {
                const [older] = rows.slice(rows.indexOf(row) + 1);
                // The one before it is on the next page.
                if (older === undefined && query.hasNextPage) return '';
                const before = older && String(older.revision);
                const revision = String(row.revision);
                return <RevisionPlan tenant={tenant} revision={revision} before={before} />;
              },
            },
            {
              heading: 'Back',
              cell: ({ revision }) =>
                may('configuration.write') && (
                  <Rollback tenant={tenant} revision={String(revision)} />
                ),
            },
          ]}
        />
      </div>
    </Page>
  );
}

function nameIn(row: Settings, member: string): string {
  const value = row[member];
  if (typeof value === 'string') return value;
  return typeof value === 'object' && value !== null ? textIn({ ...value }, 'name') : '';
}

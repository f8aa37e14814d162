import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { revisionsQuery } from '../../api/pages.ts';
import { useMay } from '../../api/session.ts';
import type { Settings } from '../../api/shapes.ts';
import { DataTable } from '../../components/data-table.tsx';
import { Fact } from '../../components/facts.tsx';
import { MoreButton } from '../../components/more-button.tsx';
import { Page } from '../../components/page.tsx';
import { ProblemNote } from '../../components/problem-note.tsx';
import { textIn } from '../../objects/settings-values.ts';
import { ApplyFile } from './apply-file.tsx';
import { Approvals } from './approvals-card.tsx';
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
        <ProblemNote error={query.error} />
        {query.data && (
          <DataTable
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
                heading: 'Back',
                cell: ({ revision }) =>
                  may('configuration.write') && (
                    <Rollback tenant={tenant} revision={String(revision)} />
                  ),
              },
            ]}
          />
        )}
      </div>
      <MoreButton query={query} />
    </Page>
  );
}

function nameIn(row: Settings, member: string): string {
  const value = row[member];
  if (typeof value === 'string') return value;
  return typeof value === 'object' && value !== null ? textIn({ ...value }, 'name') : '';
}

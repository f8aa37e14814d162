import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { auditQuery } from '../../api/pages.ts';
import { FactsTable } from '../../components/facts-table.tsx';
import { MoreButton } from '../../components/more-button.tsx';
import { Page } from '../../components/page.tsx';
import { ProblemNote } from '../../components/problem-note.tsx';

const route = getRouteApi('/t/$tenant/audit');

/** What administrators did: who, in which role, before and after, and why. */
export function AuditScreen() {
  const { tenant } = route.useParams();
  const query = useInfiniteQuery(auditQuery(tenant));
  const rows = query.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Page
      title="Audit"
      lead="Each change by an administrator or a token. The entries are part of the event chain: none can be altered unnoticed."
      data={query.data && { audit: rows }}
    >
      <ProblemNote error={query.error} />
      {query.data && <FactsTable caption="Audit" rows={rows} empty="Nothing was changed yet." />}
      <MoreButton query={query} />
    </Page>
  );
}

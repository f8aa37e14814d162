import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { administratorsQuery, tokensQuery } from '../../api/pages.ts';
import type { Settings } from '../../api/shapes.ts';
import { FactsTable } from '../../components/facts-table.tsx';
import { MoreButton } from '../../components/more-button.tsx';
import { Page } from '../../components/page.tsx';
import { ProblemNote } from '../../components/problem-note.tsx';
import { RemoveButton } from '../../forms/remove-button.tsx';
import { textIn } from '../../objects/settings-values.ts';
import { InviteForm } from './invite-form.tsx';
import { TokenForm } from './token-form.tsx';

const route = getRouteApi('/t/$tenant/people');

/** Who may use the console and the API for this tenant. */
export function PeopleScreen() {
  const { tenant } = route.useParams();
  const queryClient = useQueryClient();
  const administrators = useInfiniteQuery(administratorsQuery(tenant));
  const tokens = useInfiniteQuery(tokensQuery(tenant));
  const people = administrators.data?.pages.flatMap(({ items }) => items) ?? [];
  const machines = tokens.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Page
      title="Administrators and tokens"
      data={administrators.data && { administrators: people, tokens: machines }}
    >
      <div className="stack">
        <ProblemNote error={administrators.error ?? tokens.error} />
        <section className="stack" aria-labelledby="administrators">
          <h2 id="administrators">Administrators</h2>
          <FactsTable
            caption="Administrators"
            rows={people}
            empty="Nobody yet."
            without={['id', 'iss']}
            extra={[{ heading: 'Role', cell: (row) => removal('administrators', row) }]}
          />
          <MoreButton query={administrators} />
          <InviteForm tenant={tenant} />
        </section>
        <section className="stack" aria-labelledby="tokens">
          <h2 id="tokens">API tokens</h2>
          <FactsTable
            caption="API tokens"
            rows={machines}
            empty="No token yet."
            without={['id']}
            extra={[{ heading: 'Token', cell: (row) => removal('tokens', row) }]}
          />
          <MoreButton query={tokens} />
          <TokenForm tenant={tenant} />
        </section>
      </div>
    </Page>
  );

  function removal(list: 'administrators' | 'tokens', row: Settings) {
    const id = textIn(row, 'id');
    const params = { path: { tenant, id } };
    return (
      <RemoveButton
        name={textIn(row, 'name') || id}
        label={list === 'tokens' ? 'Revoke…' : 'Remove…'}
        remove={() =>
          list === 'tokens'
            ? api.DELETE('/api/tenants/{tenant}/tokens/{id}', { params })
            : api.DELETE('/api/tenants/{tenant}/administrators/{id}', { params })
        }
        onRemoved={() => void queryClient.invalidateQueries({ queryKey: [list, tenant] })}
      />
    );
  }
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { administratorsQuery, tokensQuery } from '../../api/pages.ts';
import { useMay } from '../../api/session.ts';
import type { Settings } from '../../api/shapes.ts';
import { reasonHeader } from '../../api/write.ts';
import { FactsTable } from '../../components/facts-table.tsx';
import { Page } from '../../components/page.tsx';
import { ProblemNote } from '../../components/problem-note.tsx';
import { RemoveButton } from '../../forms/remove-button.tsx';
import { textIn } from '../../objects/settings-values.ts';
import { InviteForm } from './invite-form.tsx';
import { SecondPerson } from './second-person.tsx';
import { TokenForm } from './token-form.tsx';

const route = getRouteApi('/t/$tenant/people');

/** Who may use the console and the API for this tenant. */
export function PeopleScreen() {
  const { tenant } = route.useParams();
  const queryClient = useQueryClient();
  const may = useMay(tenant);
  const administrators = useQuery(administratorsQuery(tenant));
  const tokens = useQuery({ ...tokensQuery(tenant), enabled: may('tokens.read') });
  const people = (administrators.data ?? []).map(withRoles);
  const machines = tokens.data ?? [];
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
            without={['id', 'iss', 'grants']}
            extra={[{ heading: 'Access', cell: (row) => removal('administrators', row) }]}
          />
          {may('administrators.write') && <InviteForm tenant={tenant} />}
        </section>
        <SecondPerson tenant={tenant} />
        <section className="stack" aria-labelledby="tokens">
          <h2 id="tokens">API tokens</h2>
          <FactsTable
            caption="API tokens"
            rows={machines}
            empty="No token yet."
            without={['id', 'tenant', 'createdBy', 'permissions']}
            extra={[{ heading: 'Token', cell: (row) => removal('tokens', row) }]}
          />
          {may('tokens.write') && <TokenForm tenant={tenant} />}
        </section>
      </div>
    </Page>
  );

  function removal(list: 'administrators' | 'tokens', row: Settings) {
    const id = textIn(row, 'id');
    const params = { path: { tenant, id } };
    if (!may(`${list}.write`)) return null;
    return (
      <RemoveButton
        name={textIn(row, 'name') || id}
        label={list === 'tokens' ? 'Revoke…' : 'Remove…'}
        words={
          list === 'tokens'
            ? 'Whoever uses this token is refused from the next request on.'
            : 'Their session and their tokens end with the next request.'
        }
        remove={(reason) => {
          const init = { params, headers: reasonHeader(reason) };
          return list === 'tokens'
            ? api.DELETE('/api/tenants/{tenant}/tokens/{id}', init)
            : api.DELETE('/api/tenants/{tenant}/administrators/{id}', init);
        }}
        onRemoved={() => void queryClient.invalidateQueries({ queryKey: [list, tenant] })}
      />
    );
  }
}

/** With the roles in words. */
function withRoles(row: Settings): Settings {
  const grants = Array.isArray(row.grants) ? (row.grants as readonly Settings[]) : [];
  const roles = grants.map((grant) => {
    const where = textIn(grant, 'tenant') === '*' ? ' everywhere' : '';
    return `${textIn(grant, 'role')}${where}`;
  });
  const { id, name, ...others } = row;
  return { id, name, roles, ...others };
}

import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { reasonHeader } from '../../api/write.ts';
import { Moment } from '../../components/moment.tsx';
import { ProblemNote } from '../../components/problem-note.tsx';
import { RemoveButton } from '../../forms/remove-button.tsx';
import { SecretDialog } from './secret-dialog.tsx';

interface SecretsProps {
  readonly tenant: string;
  readonly clientId: string;
}

interface Secret {
  readonly id: string;
  readonly expiresAt: string | null;
}

const PATH = '/api/tenants/{tenant}/applications/{clientId}/secrets';

function secretsQuery(path: SecretsProps) {
  return queryOptions({
    queryKey: ['secrets', path.tenant, path.clientId],
    queryFn: (): Promise<{ readonly items: readonly Secret[] }> =>
      bodyOf(api.GET(PATH, { params: { path } })),
  });
}

/** The secrets of an application: two at a time, so that its servers change from one to the other. */
export function Secrets(path: SecretsProps) {
  const queryClient = useQueryClient();
  const { data, error } = useQuery(secretsQuery(path));
  const mayChange = useMay(path.tenant)('applications.write');
  const add = useMutation({
    mutationFn: () => bodyOf(api.POST(PATH, { params: { path }, body: {} })),
    onSuccess: refresh,
  });
  return (
    <section className="card" aria-labelledby="secrets">
      <h2 id="secrets">Secrets</h2>
      <div className="stack">
        <ProblemNote error={error ?? add.error} />
        {data?.items.length === 0 && (
          <p className="hint">None: a public client, or one with keys.</p>
        )}
        {data?.items.map(({ id, expiresAt }) => (
          <div key={id} className="row spread">
            <code>{id}</code>
            {expiresAt === null ? (
              <span className="hint">does not expire</span>
            ) : (
              <span className="hint">
                until <Moment at={expiresAt} />
              </span>
            )}
            {mayChange && (
              <RemoveButton
                name={id}
                remove={(reason, allowLockOut) =>
                  api.DELETE(`${PATH}/{id}`, {
                    params: { path: { ...path, id }, query: { allowLockOut } },
                    headers: reasonHeader(reason),
                  })
                }
                onRemoved={refresh}
              />
            )}
          </div>
        ))}
        <p className="hint">
          To change a secret: add one, give it to the application, then remove the old one.
        </p>
        {mayChange && (
          <div>
            <button
              type="button"
              className="button"
              disabled={add.isPending}
              onClick={() => add.mutate()}
            >
              Add a secret
            </button>
          </div>
        )}
      </div>
      {add.data && <SecretDialog secret={add.data.value} onClose={add.reset} />}
    </section>
  );

  function refresh(): void {
    void queryClient.invalidateQueries({ queryKey: ['secrets', path.tenant, path.clientId] });
    void queryClient.invalidateQueries({ queryKey: ['/api/tenants/{tenant}/applications'] });
  }
}

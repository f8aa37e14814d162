import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { domainKeysQuery, rotateKeys } from '../../api/domain-keys.ts';
import { DOMAINS, objectQuery } from '../../api/objects.ts';
import { Facts } from '../../components/facts.tsx';
import { Page } from '../../components/page.tsx';
import { ProblemNote } from '../../components/problem-note.tsx';
import { isAvailable } from '../../components/screen-list.ts';
import { ObjectSettings } from '../../objects/object-settings.tsx';

const route = getRouteApi('/t/$tenant/domains/$host');

/** One domain: its settings and its signing keys. */
export function DomainScreen() {
  const { tenant, host } = route.useParams();
  const navigate = useNavigate();
  const place = { kind: DOMAINS, tenant, key: host };
  const { data: stored } = useQuery(objectQuery(place));
  return (
    <Page
      title={host}
      crumbs={
        <Link to="/t/$tenant/domains" params={{ tenant }}>
          Domains and keys
        </Link>
      }
      data={stored?.value}
    >
      <div className="columns">
        <ObjectSettings
          place={place}
          without={['issuer']}
          onRemoved={() => void navigate({ to: '/t/$tenant/domains', params: { tenant } })}
        />
        {isAvailable('/api/tenants/{tenant}/domains/{host}/keys') && (
          <Keys tenant={tenant} host={host} />
        )}
      </div>
    </Page>
  );
}

function Keys({ tenant, host }: { readonly tenant: string; readonly host: string }) {
  const queryClient = useQueryClient();
  const keys = useQuery(domainKeysQuery(tenant, host));
  const rotate = useMutation({
    mutationFn: () => rotateKeys(tenant, host),
    onSuccess: () => void queryClient.invalidateQueries(domainKeysQuery(tenant, host)),
  });
  return (
    <section className="card" aria-labelledby="keys">
      <h2 id="keys">Signing keys</h2>
      <div className="stack">
        <ProblemNote error={keys.error ?? rotate.error} />
        {keys.data?.map((key) => (
          <Facts key={String(key.kid ?? key.id)} data={key} />
        ))}
        <p className="hint">
          A rotation makes the next key the current one. Applications have had a day to read it; the
          previous one stays published for 25 hours.
        </p>
        <div>
          <button
            type="button"
            className="button"
            disabled={rotate.isPending}
            onClick={() => rotate.mutate()}
          >
            Rotate
          </button>
        </div>
      </div>
    </section>
  );
}

import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, Navigate } from '@tanstack/react-router';
import { ApiProblem } from '../../api/api-problem.ts';
import { api, bodyOf } from '../../api/client.ts';
import { EIDS, objectQuery, objectsQuery } from '../../api/objects.ts';
import { useMay, useMayChange } from '../../api/session.ts';
import { Page } from '../../components/page.tsx';
import { ProblemNote } from '../../components/problem-note.tsx';
import { ObjectScreen } from '../../objects/object-screen.tsx';
import { CertificateCard } from './certificate-card.tsx';
import { hasClientCertificate } from './certificate-settings.ts';
import { eidKeysOf } from './eid-key-of.ts';
import { Outcomes } from './outcomes-card.tsx';
import { Checks, type Probed } from './probe-checks.tsx';

const route = getRouteApi('/t/$tenant/eids/$eid');
const LIST = { to: '/t/$tenant/eids', name: 'eIDs' } as const;

/** One eID of the tenant. An address without an environment leads on to the settings that the eID has. */
export function EidScreen() {
  const { tenant, eid } = route.useParams();
  const { error } = useQuery(objectQuery({ kind: EIDS, tenant, key: eid }));
  const isAbsent = error instanceof ApiProblem && error.status === 404;
  const { data } = useInfiniteQuery({ ...objectsQuery(EIDS, tenant), enabled: isAbsent });
  const keys = eidKeysOf(data?.pages.flatMap(({ items }) => items) ?? [], eid);
  const [first, ...others] = isAbsent ? keys : [];
  if (first === undefined) return <OneEid />;
  if (others.length === 0) {
    return <Navigate to="/t/$tenant/eids/$eid" params={{ tenant, eid: first }} replace />;
  }
  return (
    <Page title={eid} lead="It has settings for each environment:" data={{ eids: keys }}>
      <ul>
        {keys.map((key) => (
          <li key={key}>
            <Link to="/t/$tenant/eids/$eid" params={{ tenant, eid: key }}>
              {key}
            </Link>
          </li>
        ))}
      </ul>
    </Page>
  );
}

/** The eID: its settings, a new certificate, and a probe. */
function OneEid() {
  const { tenant, eid } = route.useParams();
  const place = { kind: EIDS, tenant, key: eid };
  const { data: stored } = useQuery(objectQuery(place));
  const may = useMay(tenant);
  const mayChange = useMayChange(place, stored?.value);
  return (
    <ObjectScreen
      place={place}
      list={LIST}
      without={['eid', 'environment', 'settings.clientCertificate']}
      eid={eid.split(':')[0] ?? eid}
    >
      <Outcomes tenant={tenant} eid={eid} />
      {may('eids.probe') && <Probe tenant={tenant} eid={eid} />}
      {stored && mayChange && hasClientCertificate(stored.value) && (
        <CertificateCard key={stored.etag} place={place} stored={stored} />
      )}
    </ObjectScreen>
  );
}

function Probe({ tenant, eid }: { readonly tenant: string; readonly eid: string }) {
  const probe = useMutation({
    mutationFn: async (): Promise<Probed> =>
      bodyOf(
        api.POST('/api/tenants/{tenant}/eids/{eid}/probe', { params: { path: { tenant, eid } } }),
      ),
  });
  return (
    <section className="card" aria-labelledby="probe">
      <h2 id="probe">Probe</h2>
      <div className="stack">
        <p className="hint">Calls the eID with the stored certificate. No person takes part.</p>
        <ProblemNote error={probe.error} />
        {probe.data && <Checks items={probe.data.items} />}
        <div>
          <button
            type="button"
            className="button"
            disabled={probe.isPending}
            onClick={() => probe.mutate()}
          >
            {probe.isPending ? 'Probing…' : 'Probe now'}
          </button>
        </div>
      </div>
    </section>
  );
}

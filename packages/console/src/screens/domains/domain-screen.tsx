import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { domainKeysQuery, rotateKeys, type SigningKey } from '../../api/domain-keys.ts';
import { DOMAINS } from '../../api/objects.ts';
import { useMay } from '../../api/session.ts';
import { Moment } from '../../components/moment.tsx';
import { ProblemNote } from '../../components/problem-note.tsx';
import { isAvailable } from '../../components/screen-list.ts';
import { ActButton } from '../../forms/act-button.tsx';
import { ObjectScreen } from '../../objects/object-screen.tsx';

const route = getRouteApi('/t/$tenant/domains/$host');
const LIST = { to: '/t/$tenant/domains', name: 'Domains and keys' } as const;

/** One domain: its settings and its signing keys. */
export function DomainScreen() {
  const { tenant, host } = route.useParams();
  return (
    <ObjectScreen
      place={{ kind: DOMAINS, tenant, key: host }}
      list={LIST}
      without={['issuer', 'branding']}
      actions={
        <Link className="button" to="/t/$tenant/domains/$host/branding" params={{ tenant, host }}>
          Branding
        </Link>
      }
    >
      {isAvailable('/api/tenants/{tenant}/domains/{host}/keys') && (
        <Keys tenant={tenant} host={host} />
      )}
    </ObjectScreen>
  );
}

function Keys({ tenant, host }: { readonly tenant: string; readonly host: string }) {
  const queryClient = useQueryClient();
  const keys = useQuery(domainKeysQuery(tenant, host));
  const may = useMay(tenant);
  return (
    <section className="card" aria-labelledby="keys">
      <h2 id="keys">Signing keys</h2>
      <div className="stack">
        <ProblemNote error={keys.error} />
        {keys.data?.toSorted(byState).map((key) => (
          <Key key={key.kid} signingKey={key} />
        ))}
        <p className="hint">
          A rotation publishes the next keys or, once applications have had an hour to read them,
          makes them the current ones. The previous ones stay published for 25 hours.
        </p>
        {may('keys.rotate') && (
          <div>
            <ActButton
              label="Rotate…"
              title={`Rotate the keys of ${host}`}
              verb="Rotate"
              act={(reason) => rotateKeys(tenant, host, reason)}
              onDone={() => void queryClient.invalidateQueries(domainKeysQuery(tenant, host))}
              notice={{ title: 'Rotated', words: 'The keys are shown as they are now.' }}
            >
              <p>Nothing is to be done at the applications: they read the keys by themselves.</p>
            </ActButton>
          </div>
        )}
      </div>
    </section>
  );
}

const STATES = {
  next: { tone: 'info', words: 'published, to be current after the next rotation' },
  current: { tone: 'good', words: 'signs' },
  previous: { tone: 'warn', words: 'published for tokens that it signed' },
} as const;
const ORDER = Object.keys(STATES);

function byState(one: SigningKey, other: SigningKey): number {
  return ORDER.indexOf(one.state) - ORDER.indexOf(other.state);
}

function Key({ signingKey }: { readonly signingKey: SigningKey }) {
  const { kid, alg, state, createdAt, until } = signingKey;
  const { tone, words } = STATES[state];
  return (
    <div>
      <p className="row">
        <span className={`badge ${tone}`}>{state}</span> {alg}: {words}
      </p>
      <code className="long">{kid}</code>
      <p className="hint">
        Made <Moment at={createdAt} />
        {until !== null && (
          <>
            , published until <Moment at={until} />
          </>
        )}
      </p>
    </div>
  );
}

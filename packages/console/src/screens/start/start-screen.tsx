import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { loginsQuery } from '../../api/logins.ts';
import { APPLICATIONS, DOMAINS, EIDS, objectsQuery, WEBHOOKS } from '../../api/objects.ts';
import { expiryQuery } from '../../api/pages.ts';
import { Page } from '../../components/page.tsx';
import { isAvailable } from '../../components/screen-list.ts';
import { type CheckItem, firstSteps, productionItems } from './checklist.ts';

const route = getRouteApi('/t/$tenant/start');

/** From nothing to a decoded token, then what production needs. Each item is judged by what is stored. */
export function StartScreen() {
  const { tenant } = route.useParams();
  const domains = useInfiniteQuery(objectsQuery(DOMAINS, tenant));
  const eids = useInfiniteQuery(objectsQuery(EIDS, tenant));
  const applications = useInfiniteQuery(objectsQuery(APPLICATIONS, tenant));
  const webhooks = useInfiniteQuery(objectsQuery(WEBHOOKS, tenant));
  const logins = useInfiniteQuery({
    ...loginsQuery(tenant, { outcome: 'identified' }, true),
    enabled: isAvailable('/api/tenants/{tenant}/logins'),
  });
  const expiry = useQuery({
    ...expiryQuery(tenant),
    enabled: isAvailable('/api/tenants/{tenant}/expiry'),
  });
  const itemsOf = (query: typeof domains) => query.data?.pages.flatMap(({ items }) => items) ?? [];
  const facts = {
    domains: itemsOf(domains),
    eids: itemsOf(eids),
    applications: itemsOf(applications),
    webhooks: itemsOf(webhooks),
    logins: logins.data?.pages.flatMap(({ items }) => items).length ?? 0,
    expiry: expiry.data ?? [],
    now: expiry.dataUpdatedAt,
  };
  return (
    <Page title="Start" data={facts}>
      <div className="stack">
        <Checklist tenant={tenant} title="To the first token" items={firstSteps(facts)} />
        <Checklist tenant={tenant} title="Make it production" items={productionItems(facts)} />
      </div>
    </Page>
  );
}

interface ChecklistProps {
  readonly tenant: string;
  readonly title: string;
  readonly items: readonly CheckItem[];
}

function Checklist({ tenant, title, items }: ChecklistProps) {
  const next = items.find(({ done }) => !done);
  return (
    <section className="card" aria-label={title}>
      <h2>{title}</h2>
      <ol className="checklist">
        {items.map((item) => (
          <li key={item.title}>
            <span className={`badge ${item.done ? 'good' : 'warn'}`}>
              {item.done ? 'done' : 'open'}
            </span>
            <div>
              <strong>{item.title}</strong>
              <p className="hint">{item.words}</p>
            </div>
            <Link
              className={item === next ? 'button primary small' : 'button small'}
              to={item.to}
              params={{ tenant }}
              aria-label={`Open: ${item.title}`}
            >
              Open
            </Link>
          </li>
        ))}
      </ol>
    </section>
  );
}

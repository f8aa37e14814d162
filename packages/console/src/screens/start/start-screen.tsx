import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { brandingIn, brandingQuery } from '../../api/branding.ts';
import { firstStepsQuery } from '../../api/first-steps.ts';
import { loginsQuery } from '../../api/logins.ts';
import { APPLICATIONS, DOMAINS, EIDS, objectsQuery, WEBHOOKS } from '../../api/objects.ts';
import { administratorsQuery, expiryQuery } from '../../api/pages.ts';
import { sessionQuery } from '../../api/session.ts';
import { Page } from '../../components/page.tsx';
import { ProblemNote } from '../../components/problem-note.tsx';
import { textIn } from '../../objects/settings-values.ts';
import { acrValuesFor } from '../try/tried-application.ts';
import { Checklist } from './checklist.tsx';
import { ApplicationStep, DomainStep, EidStep, LoginStep } from './first-token.tsx';
import { firstSteps, productionItems } from './start-items.ts';

const route = getRouteApi('/t/$tenant/start');

/** From nothing to a decoded token, then what production needs. Each item is judged by what is stored. */
export function StartScreen() {
  const { tenant } = route.useParams();
  const session = useQuery(sessionQuery);
  const domains = useInfiniteQuery(objectsQuery(DOMAINS, tenant));
  const eids = useInfiniteQuery(objectsQuery(EIDS, tenant));
  const applications = useInfiniteQuery(objectsQuery(APPLICATIONS, tenant));
  const webhooks = useInfiniteQuery(objectsQuery(WEBHOOKS, tenant));
  const logins = useInfiniteQuery(loginsQuery(tenant, { outcome: 'identified' }, false));
  const expiry = useQuery(expiryQuery(tenant));
  const branding = useQuery(brandingQuery(tenant));
  const known = useQuery(firstStepsQuery);
  const mine = session.data?.tenants.find(({ id }) => id === tenant)?.permissions ?? [];
  const administrators = useQuery({
    ...administratorsQuery(tenant),
    enabled: mine.includes('administrators.read'),
  });
  const stored = [domains, eids, applications, webhooks] as const;
  const error = [...stored, logins, expiry, known].find((query) => query.error !== null)?.error;
  const isRead = [...stored, logins].every(({ data }) => data !== undefined) && known.data;
  const itemsOf = (query: typeof domains) => query.data?.pages.flatMap(({ items }) => items) ?? [];
  const facts = {
    domains: itemsOf(domains),
    eids: itemsOf(eids),
    applications: itemsOf(applications),
    webhooks: itemsOf(webhooks),
    logins: logins.data?.pages.flatMap(({ items }) => items).length ?? 0,
    expiry: expiry.data ?? [],
    branding: brandingIn(branding.data?.value ?? {}),
    administrators: administrators.data,
    now: expiry.dataUpdatedAt,
  };
  const issuers = facts.domains.map((domain) => textIn(domain, 'issuer'));
  const names = facts.eids.map((eid) => textIn(eid, 'eid'));
  const offered = known.data?.eids.filter(({ eid }) => names.includes(eid)) ?? [];
  const acrValues = acrValuesFor({ application: {}, eids: offered }, 'browser');
  return (
    <Page
      title="Start"
      data={{ domains: facts.domains, eids: facts.eids, applications: facts.applications }}
      actions={
        session.data?.permissions.includes('tenants.create') && (
          <Link className="button" to="/setup">
            New tenant
          </Link>
        )
      }
    >
      <div className="stack">
        <ProblemNote error={error} />
        {!isRead && error === undefined && <p className="empty">Loading…</p>}
        {isRead && (
          <Checklist
            tenant={tenant}
            title="To the first token"
            items={firstSteps(facts)}
            forms={{
              'A test domain': <DomainStep tenant={tenant} issuers={known.data?.issuers ?? []} />,
              'An eID': <EidStep tenant={tenant} eids={known.data?.eids ?? []} />,
              'An application': <ApplicationStep tenant={tenant} acrValues={acrValues} />,
              'A login': (
                <LoginStep tenant={tenant} issuers={issuers} applications={facts.applications} />
              ),
            }}
          />
        )}
        {isRead && (
          <Checklist tenant={tenant} title="Make it production" items={productionItems(facts)} />
        )}
      </div>
    </Page>
  );
}

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { firstStepsQuery } from '../../api/first-steps.ts';
import { APPLICATIONS, DOMAINS, EIDS, objectQuery, objectsQuery } from '../../api/objects.ts';
import { Page } from '../../components/page.tsx';
import { ProblemNote } from '../../components/problem-note.tsx';
import { textIn, textsIn } from '../../objects/settings-values.ts';
import { ApplicationCrumbs } from '../applications/application-crumbs.tsx';
import { BackChannelTry } from './back-channel-try.tsx';
import { BrowserTry } from './browser-try.tsx';
import { DecodeToken } from './decode-token.tsx';
import { flowsOf, type TriedFacts, type TryFlow } from './tried-application.ts';

const route = getRouteApi('/t/$tenant/applications/$clientId/try');

const NAMES: Readonly<Record<TryFlow, string>> = {
  browser: 'In the browser',
  ciba: 'On the phone (CIBA)',
  headless: 'Headless',
};

/** A login of one application to try, by any of its flows. */
export function BuildTryScreen() {
  const { tenant, clientId } = route.useParams();
  const [chosen, setChosen] = useState<TryFlow>();
  const application = useQuery(objectQuery({ kind: APPLICATIONS, tenant, key: clientId }));
  const domains = useInfiniteQuery(objectsQuery(DOMAINS, tenant));
  const eids = useInfiniteQuery(objectsQuery(EIDS, tenant));
  const known = useQuery(firstStepsQuery);
  const error = application.error ?? domains.error ?? eids.error ?? known.error;
  const flows = application.data ? flowsOf(application.data.value) : [];
  const flow = chosen ?? flows[0];
  const facts = factsOf();
  return (
    <Page
      title="Try it"
      lead="A real login of this application. Secrets and keys that are typed here are stored nowhere."
      crumbs={<ApplicationCrumbs tenant={tenant} clientId={clientId} />}
      data={application.data?.value}
    >
      <div className="stack">
        <ProblemNote error={error} />
        {!facts && !error && <p className="empty">Loading…</p>}
        {facts?.issuers.length === 0 && (
          <p className="note warn">
            The tenant has no domain.{' '}
            <Link to="/t/$tenant/domains" params={{ tenant }}>
              Add one
            </Link>
          </p>
        )}
        {facts && facts.issuers.length > 0 && (
          <section className="card" aria-labelledby="request">
            <h2 id="request">The request</h2>
            <div className="stack">
              <div className="tabs">
                {flows.map((one) => (
                  <button
                    key={one}
                    type="button"
                    aria-pressed={one === flow}
                    onClick={() => setChosen(one)}
                  >
                    {NAMES[one]}
                  </button>
                ))}
              </div>
              {flow === 'browser' && <BrowserTry {...facts} />}
              {(flow === 'ciba' || flow === 'headless') && (
                <BackChannelTry key={flow} facts={facts} flow={flow} />
              )}
            </div>
          </section>
        )}
        <DecodeToken />
      </div>
    </Page>
  );

  function factsOf(): TriedFacts | undefined {
    if (!application.data || !domains.data || !eids.data || !known.data) return undefined;
    const { value } = application.data;
    const own = textsIn(value, 'issuers');
    const all = domains.data.pages.flatMap(({ items }) =>
      items.map((one) => textIn(one, 'issuer')),
    );
    const names = eids.data.pages.flatMap(({ items }) => items.map((one) => textIn(one, 'eid')));
    return {
      tenant,
      clientId,
      application: value,
      issuers: own.length > 0 ? own : all,
      eids: known.data.eids.filter(({ eid }) => names.includes(eid)),
    };
  }
}

import { makeReadClientConnection } from '../adapters/http/client-address.ts';
import { requestEntrance } from '../adapters/http/entrance.ts';
import { makeRejectRequest } from '../adapters/http/overload-responses.ts';
import { requestConcurrency } from '../adapters/http/places.ts';
import { requestHandler } from '../adapters/http/request-handler.ts';
import { entryNamed } from '../adapters/oidc/errors/catalogue.ts';
import type { RequestLimits } from '../flows/request-limits/request-limits.ts';
import type { Metrics } from '../ports/metrics.ts';
import type { PresentRequests } from '../ports/present-requests.ts';
import type { Flows } from './make-flows.ts';
import { makeDomainHandlers } from './make-site-of.ts';
import { onceForEachDomain } from './once-for-each-domain.ts';
import type { State } from './open-state.ts';
import type { Runtime } from './surroundings.ts';

interface Serving {
  readonly state: State & { readonly requestLimits: RequestLimits };
  readonly flows: Flows;
  readonly requests: PresentRequests;
  readonly metrics: Metrics;
  readonly isDraining: () => boolean;
}

/** What every request meets first, and behind it the site of each domain. */
export function makeRequestHandler(
  { state, flows, requests, metrics, isDraining }: Serving,
  runtime: Runtime,
) {
  const { environment, log } = runtime;
  const domainHandlerOf = onceForEachDomain(makeDomainHandlers(state, flows, runtime));
  return requestHandler({
    configurationSource: state.configurationSource,
    requestLimits: state.requestLimits,
    requests,
    metrics,
    isDraining,
    readClientConnection: makeReadClientConnection(environment.trustedProxies),
    concurrencyLimit: requestConcurrency(),
    entrance: requestEntrance(),
    rejectRequest: makeRejectRequest({ explain: entryNamed, log }),
    serve: async (req, res, admission) => {
      const domainHandler = await domainHandlerOf(admission.domain, admission.configuration);
      return domainHandler(req, res, admission);
    },
  });
}

import { requestConcurrency } from '../adapters/admission/concurrency-limit.ts';
import { requestStartQueue } from '../adapters/admission/fair-queue.ts';
import { makeReadClientConnection } from '../adapters/http/client-address.ts';
import { makeRejectRequest } from '../adapters/http/reject-request.ts';
import { requestHandler } from '../adapters/http/request-handler.ts';
import { entryNamed } from '../adapters/oidc/errors/catalogue.ts';
import type { PresentRequests, RequestLimits } from '../ports/admission.ts';
import type { Metrics } from '../ports/metrics.ts';
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
    startQueue: requestStartQueue(),
    rejectRequest: makeRejectRequest({ explain: entryNamed, log }),
    serve: async (req, res, admission) => {
      const domainHandler = await domainHandlerOf(admission.domain, admission.configuration);
      return domainHandler(req, res, admission);
    },
  });
}

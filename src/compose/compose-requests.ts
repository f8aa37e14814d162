import { requestConcurrency } from '../adapters/admission/concurrency-limit.ts';
import { fairRequestScheduler } from '../adapters/admission/fair-queue.ts';
import { makeIsTrusted, makeReadClientConnection } from '../adapters/http/client-address.ts';
import { onceForEachDomain } from '../adapters/http/domain-handler.ts';
import { makeRejectRequest } from '../adapters/http/reject-request.ts';
import { requestHandler } from '../adapters/http/request-handler.ts';
import { endpointLabelOf } from '../adapters/oidc/endpoint-label.ts';
import { entryNamed } from '../adapters/oidc/errors/catalogue.ts';
import { systemStopwatch } from '../adapters/system/clock.ts';
import { randomTraceId } from '../adapters/system/random.ts';
import { type Watched, watchRequests } from '../adapters/telemetry/telemetry.ts';
import type { Tracing } from '../adapters/telemetry/tracing/tracing.ts';
import type { Environment } from '../config/environment/environment.ts';
import type { ActiveRequests } from '../ports/admission.ts';
import type { Metrics } from '../ports/metrics.ts';
import { type DomainDeps, domainHandlers } from './domain-handlers.ts';

interface Deps extends DomainDeps {
  readonly environment: Environment;
  readonly requests: ActiveRequests;
  readonly metrics: Metrics;
  /** Undefined while traces are off. */
  readonly tracing: Tracing | undefined;
  readonly isDraining: () => boolean;
}

/** Composes the path of a request: watched, admitted, then served by the handler of its domain. */
export function composeRequests(deps: Deps): Watched {
  const { environment, metrics, newSupportCode, log } = deps;
  const domainHandlerOf = onceForEachDomain(domainHandlers(deps));
  const handler = requestHandler({
    ...deps,
    readClientConnection: makeReadClientConnection(environment.trustedProxies),
    concurrencyLimit: requestConcurrency(),
    requestScheduler: fairRequestScheduler(),
    rejectRequest: makeRejectRequest({ explain: entryNamed, newSupportCode, log }),
    serve: async (req, res, admission) => {
      const domainHandler = await domainHandlerOf(admission.domain, admission.configuration);
      return domainHandler(req, res, admission);
    },
  });
  return watchRequests(handler, {
    metrics,
    stopwatch: systemStopwatch,
    tracing: deps.tracing,
    endpointOf: endpointLabelOf,
    isTrusted: makeIsTrusted(environment.trustedProxies),
    newTraceId: randomTraceId,
  });
}

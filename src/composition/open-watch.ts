import { makeIsTrusted } from '../adapters/http/client-address.ts';
import { systemStopwatch } from '../adapters/system/clock.ts';
import { randomTraceId } from '../adapters/system/random.ts';
import {
  openTelemetry,
  type ServeWatched,
  type Telemetry,
  type Watched,
  watchRequests,
} from '../adapters/telemetry/telemetry.ts';
import { endpointOf } from './endpoint-of.ts';
import type { Runtime } from './surroundings.ts';

/** What looks on while the service works. */
export interface Watch extends Telemetry {
  /** Stands around what serves requests. */
  requests(serve: ServeWatched): Watched;
}

/** Traces cost nothing, not even their loading, unless the environment asks for them. */
export async function openWatch({ environment, clock, log }: Runtime): Promise<Watch> {
  const { tracesUrl: url, trustedProxies } = environment;
  const tracing =
    url === undefined ? undefined : (await loadTracing()).openTracing({ url, clock, log });
  const telemetry = openTelemetry({ clock, tracing });
  return {
    ...telemetry,
    requests: (serve) =>
      watchRequests(serve, {
        metrics: telemetry.metrics,
        stopwatch: systemStopwatch,
        tracing,
        endpointOf,
        isTrusted: makeIsTrusted(trustedProxies),
        newTraceId: randomTraceId,
      }),
  };
}

function loadTracing() {
  return import('../adapters/telemetry/tracing/open-tracing.ts');
}

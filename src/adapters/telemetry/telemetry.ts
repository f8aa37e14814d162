import type { IncomingMessage, ServerResponse } from 'node:http';

import { Registry } from 'prom-client';
import type { Log } from '../../ports/log.ts';
import type { EidStatus, Endpoint, Gauges, Metrics } from '../../ports/metrics.ts';
import type { Clock, Stopwatch } from '../../ports/runtime.ts';
import { processGauges, readGauges } from './gauges.ts';
import { eidStatuses } from './health-detail.ts';
import { METRICS } from './metrics.ts';
import { figuresIn, prometheusMetrics } from './prometheus.ts';
import { callerSpanIn, type Tracing } from './tracing/tracing.ts';

/** Metrics and traces of one process. */
export interface Telemetry {
  readonly metrics: Metrics;
  /** Adds these gauges to each scrape. To be called once. */
  show(gauges: Gauges): void;
  /** All metrics in the format of Prometheus. */
  exposition(): Promise<Exposition>;
  /** The states of the eIDs. */
  eids(): readonly EidStatus[];
  close(): Promise<void>;
}

/** A text and its media type. */
export interface Exposition {
  readonly contentType: string;
  readonly text: string;
}

interface TelemetryDeps {
  readonly clock: Clock;
  /** Undefined while traces are off. */
  readonly tracing: Tracing | undefined;
}

/** Counts in a registry of its own: a process may hold several services. */
export function openTelemetry({ clock, tracing }: TelemetryDeps): Telemetry {
  const registry = new Registry();
  const counted = prometheusMetrics(registry);
  const statuses = eidStatuses(clock);
  const stopWatching = processGauges(registry);
  const { readCounter } = figuresIn(registry);
  readCounter(METRICS.spansMade, () => tracing?.spans().made ?? 0);
  readCounter(METRICS.spansSent, () => tracing?.spans().sent ?? 0);

  return {
    metrics: {
      ...counted,
      eidCalled(call) {
        counted.eidCalled(call);
        statuses.eidCalled(call);
        tracing?.eidCalled(call);
      },
      circuitChanged(circuit) {
        counted.circuitChanged(circuit);
        statuses.circuitChanged(circuit);
      },
      statementRun(statement) {
        counted.statementRun(statement);
        tracing?.statementRun(statement);
      },
    },
    show: (gauges) => readGauges(registry, { gauges, clock }),
    exposition: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
    eids: statuses.list,
    async close() {
      stopWatching();
      await tracing?.close();
    },
  };
}

/** Sends traces to the collector at this URL. Without a URL they cost nothing: their library is not even loaded. */
export async function tracingTo(
  url: string | undefined,
  deps: { readonly clock: Clock; readonly log: Log },
): Promise<Tracing | undefined> {
  if (url === undefined) return undefined;
  const { openTracing } = await import('./tracing/open-tracing.ts');
  return openTracing({ url, ...deps });
}

/** Serves one request. The log, pages and headers name it by its reference. */
export interface ServeWatched {
  (req: IncomingMessage, res: ServerResponse, reference: string): Promise<void>;
}

/** The request handler that a server calls. It assigns the reference itself. */
export interface Watched {
  (req: IncomingMessage, res: ServerResponse): Promise<void>;
}

interface WatchRequestsDeps {
  readonly metrics: Pick<Metrics, 'requestBegan' | 'requestServed'>;
  readonly stopwatch: Stopwatch;
  /** Undefined while traces are off. */
  readonly tracing: Pick<Tracing, 'begin'> | undefined;
  readonly endpointOf: (url: string) => Endpoint;
  /** True when the peer is a proxy of the operator. */
  readonly isTrusted: (req: IncomingMessage) => boolean;
  /** 32 hexadecimal digits. */
  readonly newTraceId: () => string;
}

/**
 * Gives each request its reference, counts it and begins its trace. The reference is the id of the trace: the same in
 * the log, the pages, the headers and the collector. A trusted proxy may have begun the trace. The trace of any other
 * caller is only linked.
 */
export function watchRequests(serve: ServeWatched, deps: WatchRequestsDeps): Watched {
  const { metrics, stopwatch, tracing, endpointOf, isTrusted, newTraceId } = deps;

  return function watched(req, res) {
    const elapsed = stopwatch();
    const endpoint = endpointOf(req.url ?? '');
    const caller = callerSpanIn(req.headers.traceparent);
    const parent = caller !== undefined && isTrusted(req) ? caller : undefined;
    const span = tracing?.begin({ endpoint, method: req.method ?? '', parent, caller });
    const reference = span?.traceId ?? parent?.traceId ?? newTraceId();
    res.setHeader('X-Request-Id', reference);
    res.setHeader('Trace-Id', reference);

    metrics.requestBegan();
    res.once('close', () => {
      const status = res.writableFinished ? res.statusCode : 'aborted';
      metrics.requestServed({ endpoint, status, seconds: elapsed() });
      span?.end(status);
    });
    const answer = () => serve(req, res, reference);
    return span === undefined ? answer() : span.run(answer);
  };
}

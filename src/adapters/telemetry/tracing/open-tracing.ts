import { AsyncLocalStorage } from 'node:async_hooks';
import { METHODS } from 'node:http';
import { setTimeout } from 'node:timers/promises';

import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import type { Log } from '../../../ports/log.ts';
import type { Clock } from '../../../ports/runtime.ts';
import type { CallerSpan, SpanCounts, Tracing } from './tracing.ts';

interface Deps {
  /** The URL of the collector. */
  readonly url: string;
  readonly clock: Clock;
  readonly log: Log;
}

/** A span that has already ended. */
interface EndedSpan {
  readonly name: string;
  readonly seconds: number;
  readonly isFailed: boolean;
  readonly attributes: Attributes;
}

const CLOSE_TIMEOUT_MS = 2_000;

/**
 * Sends spans to an OpenTelemetry collector by OTLP over HTTP, in batches from a bounded queue: a slow or absent
 * collector costs spans. The SDK reads name, sampler, batches and headers from its standard variables.
 */
export function openTracing({ url, clock, log }: Deps): Tracing {
  const count = spanCount();
  const exporter = boundedExporter(new OTLPTraceExporter({ url }), { log, count });
  const named = detectResources({ detectors: [envDetector] });
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'eid-broker' }).merge(named),
    spanProcessors: [count.processor, new BatchSpanProcessor(exporter)],
  });
  const tracer: Tracer = provider.getTracer('eid-broker');
  const present = new AsyncLocalStorage<Context>();

  return {
    begin({ endpoint, method, parent, caller }) {
      const known = METHODS.includes(method) ? method : '_OTHER';
      const isLinked = parent === undefined && caller !== undefined;
      const span = tracer.startSpan(
        `${known} ${endpoint}`,
        {
          kind: SpanKind.SERVER,
          startTime: clock(),
          attributes: { 'http.request.method': known, 'eid_broker.endpoint': endpoint },
          links: isLinked ? [{ context: spanContextOf(caller) }] : [],
        },
        parent === undefined
          ? ROOT_CONTEXT
          : trace.setSpanContext(ROOT_CONTEXT, spanContextOf(parent)),
      );
      return {
        traceId: span.spanContext().traceId,
        run: (work) => present.run(trace.setSpan(ROOT_CONTEXT, span), work),
        end(status) {
          if (status === 'aborted') span.setAttribute('error.type', status);
          else span.setAttribute('http.response.status_code', status);
          if (typeof status === 'number' && status >= 500) {
            span.setStatus({ code: SpanStatusCode.ERROR });
          }
          span.end(clock());
        },
      };
    },

    eidCalled({ eid, operation, outcome, seconds }) {
      add({
        name: `${eid} ${operation}`,
        seconds,
        isFailed: outcome !== 'answered',
        attributes: {
          'eid_broker.eid': eid,
          'eid_broker.operation': operation,
          'eid_broker.outcome': outcome,
        },
      });
    },

    statementRun({ statement, outcome, seconds }) {
      add({
        name: statement,
        seconds,
        isFailed: outcome === 'failed',
        attributes: { 'db.system.name': 'postgresql', 'db.operation.name': statement },
      });
    },

    spans: count.counts,

    async close() {
      const sent = provider.shutdown().catch(() => undefined);
      await Promise.race([sent, setTimeout(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
    },
  };

  function add({ name, seconds, isFailed, attributes }: EndedSpan): void {
    const context = present.getStore();
    if (context === undefined || trace.getSpan(context)?.isRecording() !== true) return;
    const endTime = clock().getTime();
    const startTime = endTime - seconds * 1000;
    const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, startTime, attributes }, context);
    if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(endTime);
  }
}

function spanContextOf({ traceId, spanId, isSampled }: CallerSpan): SpanContext {
  const traceFlags = isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE;
  return { traceId, spanId, traceFlags, isRemote: true };
}

type Exporter = ConstructorParameters<typeof BatchSpanProcessor>[0];

interface BoundedExporterDeps {
  readonly log: Log;
  readonly count: Pick<SpanCount, 'noteSent'>;
}

/** Wraps an exporter: logs the first loss of spans and the recovery. */
export function boundedExporter(exporter: Exporter, { log, count }: BoundedExporterDeps): Exporter {
  let isFailing = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const fails = result.error !== undefined;
        if (fails && !isFailing) {
          log.warn('traces.not_sent', { cause: String(result.error), spans: spans.length });
        }
        if (!fails) count.noteSent(spans.length);
        if (!fails && isFailing) log.info('traces.sent_again');
        isFailing = fails;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}

type Options = NonNullable<ConstructorParameters<typeof NodeTracerProvider>[0]>;
type SpanProcessor = NonNullable<Options['spanProcessors']>[number];

/** Counts the spans that are made and sent. */
export interface SpanCount {
  readonly processor: SpanProcessor;
  noteSent(spans: number): void;
  counts(): SpanCounts;
}

/** Spans that are not sampled do not count. */
export function spanCount(): SpanCount {
  let made = 0;
  let sent = 0;
  return {
    processor: {
      onStart() {},
      onEnd(span) {
        if ((span.spanContext().traceFlags & TraceFlags.SAMPLED) !== 0) made += 1;
      },
      forceFlush: async () => undefined,
      shutdown: async () => undefined,
    },
    noteSent(spans) {
      sent += spans;
    },
    counts: () => ({ made, sent }),
  };
}

import type { EidCall, Endpoint, ServedRequest, StatementRun } from '../../../ports/metrics.ts';

/** Makes traces of requests. */
export interface Tracing {
  begin(request: TracedRequest): RequestSpan;
  /** Adds a span to the trace of the current request; does nothing outside of requests. */
  eidCalled(call: EidCall): void;
  statementRun(statement: StatementRun): void;
  /** The numbers of spans so far. */
  spans(): SpanCounts;
  /** Sends the remaining spans, within a short time. */
  close(): Promise<void>;
}

/** Numbers of sampled spans. Those made and not sent are queued or were dropped. */
export interface SpanCounts {
  readonly made: number;
  readonly sent: number;
}

/** A request that begins. */
export interface TracedRequest {
  readonly endpoint: Endpoint;
  readonly method: string;
  /** The span that this request is a part of. */
  readonly parent: CallerSpan | undefined;
  /** The span of the caller, trusted or not. */
  readonly caller: CallerSpan | undefined;
}

/** The trace of one request. */
export interface RequestSpan {
  readonly traceId: string;
  /** Runs work as part of the request. */
  run<Answer>(work: () => Answer): Answer;
  end(status: ServedRequest['status']): void;
}

/** The span of a caller, as the header `traceparent` names it. */
export interface CallerSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly isSampled: boolean;
}

/** A version, the trace, the caller's span, flags. A later version may have more parts. */
const TRACE_PARENT = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/;
const NOTHING = /^0+$/;

/** Reads the header of W3C Trace Context; undefined when there is none, or none that is well formed. */
export function callerSpanIn(header: string | string[] | undefined): CallerSpan | undefined {
  const [, version, traceId = '', spanId = '', flags = '', rest] =
    TRACE_PARENT.exec(typeof header === 'string' ? header : '') ?? [];
  if (version === undefined || version === 'ff') return undefined;
  if (version === '00' && rest !== undefined) return undefined;
  if (NOTHING.test(traceId) || NOTHING.test(spanId)) return undefined;
  return { traceId, spanId, isSampled: Number.parseInt(flags, 16) % 2 === 1 };
}

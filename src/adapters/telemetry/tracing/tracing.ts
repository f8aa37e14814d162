import type { EidCall, Endpoint, ServedRequest, StatementRun } from '../../../ports/meter.ts';
import type { CallerSpan } from '../trace-parent.ts';

/** Makes traces of requests. */
export interface Tracing {
  begin(request: TracedRequest): RequestSpan;
  /** Tells the trace of the request in which it happened; nothing outside of requests. */
  eidCalled(call: EidCall): void;
  statementRun(statement: StatementRun): void;
  /** How many there were so far. */
  spans(): SpanCounts;
  /** Sends what is left, for a moment at most. */
  close(): Promise<void>;
}

/** Of spans that are to be sent. What was made and not sent still waits, or was given up. */
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
  /** What the caller says it is a part of. */
  readonly caller: CallerSpan | undefined;
}

/** The trace of one request. */
export interface RequestSpan {
  readonly traceId: string;
  /** What happens in there belongs to the request. */
  run<Answer>(work: () => Answer): Answer;
  end(status: ServedRequest['status']): void;
}

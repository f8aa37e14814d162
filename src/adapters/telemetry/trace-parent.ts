/** The span of a caller, as the header `traceparent` names it. */
export interface CallerSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly isSampled: boolean;
}

/** A version, the trace, the caller's span, flags; a later version may have more behind them. */
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

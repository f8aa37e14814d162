import { TraceFlags } from '@opentelemetry/api';
import type { NodeTracerProvider } from '@opentelemetry/sdk-trace-node';

import type { SpanCounts } from './tracing.ts';

type Options = NonNullable<ConstructorParameters<typeof NodeTracerProvider>[0]>;
type SpanProcessor = NonNullable<Options['spanProcessors']>[number];

/** Counts spans beside whatever sends them. */
export interface SpanCount {
  readonly processor: SpanProcessor;
  noteSent(spans: number): void;
  counts(): SpanCounts;
}

/** From zero. Those that the sampler leaves out do not count. */
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

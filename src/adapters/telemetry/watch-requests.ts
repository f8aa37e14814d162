import type { IncomingMessage, ServerResponse } from 'node:http';

import type { Endpoint, Meter } from '../../ports/meter.ts';
import type { Stopwatch } from '../../ports/stopwatch.ts';
import { callerSpanIn } from './trace-parent.ts';
import type { Tracing } from './tracing/tracing.ts';

/** Serves one request, which everything that is said about it names by its reference. */
export interface ServeWatched {
  (req: IncomingMessage, res: ServerResponse, reference: string): Promise<void>;
}

/** The same, as a server calls it. */
export interface Watched {
  (req: IncomingMessage, res: ServerResponse): Promise<void>;
}

interface Deps {
  readonly meter: Pick<Meter, 'requestBegan' | 'requestServed'>;
  readonly stopwatch: Stopwatch;
  /** Undefined while traces are off. */
  readonly tracing: Pick<Tracing, 'begin'> | undefined;
  readonly endpointOf: (url: string) => Endpoint;
  /** Whether the peer is a proxy of the operator's. */
  readonly isTrusted: (req: IncomingMessage) => boolean;
  /** 32 hexadecimal digits. */
  readonly newTraceId: () => string;
}

/**
 * Stands around all that serves requests: gives each its reference, counts it, and lets its trace begin. The reference
 * is the id of the trace, one word for the log, the pages, the headers and the collector. A trusted proxy may have
 * begun the trace; what anybody else says about traces is noted and not followed.
 */
export function watchRequests(serve: ServeWatched, deps: Deps): Watched {
  const { meter, stopwatch, tracing, endpointOf, isTrusted, newTraceId } = deps;

  return function watched(req, res) {
    const elapsed = stopwatch();
    const endpoint = endpointOf(req.url ?? '');
    const caller = callerSpanIn(req.headers.traceparent);
    const parent = caller !== undefined && isTrusted(req) ? caller : undefined;
    const span = tracing?.begin({ endpoint, method: req.method ?? '', parent, caller });
    const reference = span?.traceId ?? parent?.traceId ?? newTraceId();
    res.setHeader('X-Request-Id', reference);
    res.setHeader('Trace-Id', reference);

    meter.requestBegan();
    res.once('close', () => {
      const status = res.writableFinished ? res.statusCode : 'aborted';
      meter.requestServed({ endpoint, status, seconds: elapsed() });
      span?.end(status);
    });
    const answer = () => serve(req, res, reference);
    return span === undefined ? answer() : span.run(answer);
  };
}

import type { Context } from 'koa';

import { unavailableIn } from '../../domain/unavailable.ts';
import type { Log } from '../../ports/log.ts';

/** A framework's fault: what nobody else caught while it answered. */
export interface OnFault {
  (cause: unknown, ctx?: Context): void;
}

/** Callers that went away before they had their answer, in the middle of what they sent, or were too slow to send it. */
const GONE = /^(?:ECONNRESET|EPIPE|ERR_STREAM_PREMATURE_CLOSE|ERR_HTTP_REQUEST_TIMEOUT|HPE_\w+)$/;

/** Keeps the frameworks' faults in our log instead of raw on standard error. */
export function makeLogFaults(log: Log): OnFault {
  return (cause, ctx) => {
    const { code } = Object(cause) as { readonly code?: unknown };
    const reference = ctx?.response.get('X-Request-Id');
    if (typeof code === 'string' && GONE.test(code)) {
      return log.info('request.aborted', { reference, code });
    }
    const unavailable = unavailableIn(cause);
    if (unavailable === undefined) return log.error('request.failed', { reference, cause });
    return log.warn('request.unavailable', { reference, cause: unavailable.message });
  };
}

import { type DestinationStream, pino } from 'pino';

import type { Log } from '../../ports/log.ts';
import { scrub } from './scrubber/scrub.ts';

/** One JSON line an event, scrubbed. */
export function jsonLog(level: string, destination: DestinationStream): Log {
  const options = { level, base: null, messageKey: 'event', hooks: { streamWrite: scrub } };
  const logger = pino(options, destination);
  return {
    info: (event, facts) => logger.info(facts ?? {}, event),
    warn: (event, facts) => logger.warn(facts ?? {}, event),
    error: (event, facts = {}) => {
      const { cause, ...others } = facts;
      logger.error({ ...others, ...(cause !== undefined && { cause: described(cause) }) }, event);
    },
  };
}

/** The stack of what went wrong, without the objects that hang on it. */
function described(cause: unknown): unknown {
  const error = cause as { readonly stack?: unknown; readonly cause?: unknown };
  if (typeof error?.stack !== 'string') return String(cause);
  return error.cause === undefined
    ? { stack: error.stack }
    : { stack: error.stack, cause: described(error.cause) };
}

import { type DestinationStream, pino } from 'pino';

import type { Log } from '../../ports/log.ts';

/** One JSON line an event on standard output. */
export function jsonLog(level: string, destination?: DestinationStream): Log {
  const options = { level, base: null, messageKey: 'event', hooks: { streamWrite: scrub } };
  const logger = destination === undefined ? pino(options) : pino(options, destination);
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

/**
 * The last net: whatever a line holds, a run of digits in the shape of a Nordic personal number does not
 * leave the process. Nobody is meant to log one; an error text of a library might.
 */
function scrub(line: string): string {
  return line.replace(/(?<![\w-])(?:\d{2})?\d{6}[-+A]?\d{3}[\dA-Y](?![\w-])/g, '[number]');
}

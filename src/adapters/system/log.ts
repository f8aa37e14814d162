import type { Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';

import { type DestinationStream, pino } from 'pino';

import type { Log } from '../../ports/log.ts';
import { redact } from './redaction.ts';

/** One JSON line an event, scrubbed. */
export function jsonLog(level: string, destination: DestinationStream): Log {
  const options = { level, base: null, messageKey: 'event', hooks: { streamWrite: redact } };
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

/** For commands, which tell a person what went wrong: what is logged on the way is not shown. */
export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} };

/** Where lines go that nobody waits for. */
export interface Output {
  /** Never waits and never throws. */
  write(line: string): void;
  /** How many lines were given up. */
  dropped(): number;
  /** Hands over what is gathered; for the moment in which the process ends. */
  writeGathered(): void;
  /** Waits until what was written is taken, for so many milliseconds at most; false when it was not. */
  flush(atMostMs: number): Promise<boolean>;
}

const MOST_BYTES = 4 * 1024 * 1024;

/** A line after a pause goes at once; those that follow it within this time go together, by one system call. */
const GATHER_MS = 100;

/**
 * Keeps what the reader of a stream has not taken yet, up to so many bytes; further lines are given up. A reader that
 * stands still, has gone or has no room left costs the log, not the service.
 */
export function boundedOutput(stream: Writable, mostBytes = MOST_BYTES): Output {
  let dropped = 0;
  let isGone = false;
  let gathering: NodeJS.Timeout | undefined;
  let gathered: string[] = [];
  let gatheredBytes = 0;
  stream.on('error', () => {
    isGone = true;
  });
  return {
    write(line) {
      if (isGone || stream.writableLength + gatheredBytes + line.length > mostBytes) {
        dropped += 1;
        return;
      }
      gathered.push(line);
      gatheredBytes += line.length;
      if (gathering === undefined) writeGathered();
    },

    dropped: () => dropped,
    writeGathered,

    async flush(atMostMs) {
      writeGathered();
      if (isGone || stream.writableLength === 0) return !isGone;
      const taken = new Promise<boolean>((resolve) => stream.write('', (error) => resolve(!error)));
      return Promise.race([taken, pause(atMostMs, false, { ref: false })]);
    },
  };

  function writeGathered(): void {
    clearTimeout(gathering);
    gathering = undefined;
    if (gathered.length === 0) return;
    gathering = setTimeout(writeGathered, GATHER_MS).unref();
    const lines = gathered;
    gathered = [];
    gatheredBytes = 0;
    try {
      stream.write(lines.join(''));
    } catch {
      // A file on a full disk says so at once.
      dropped += lines.length;
    }
  }
}

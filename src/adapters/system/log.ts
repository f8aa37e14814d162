import type { Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';

import { type DestinationStream, pino } from 'pino';

import type { Log } from '../../ports/log.ts';
import type { Redact } from './redaction.ts';

/** Writes one JSON line for each event, redacted. */
export function jsonLog(level: string, destination: DestinationStream, redact: Redact): Log {
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

/** The stack of an error and its causes, without their other members. */
function described(cause: unknown): unknown {
  const error = cause as { readonly stack?: unknown; readonly cause?: unknown };
  if (typeof error?.stack !== 'string') return String(cause);
  return error.cause === undefined
    ? { stack: error.stack }
    : { stack: error.stack, cause: described(error.cause) };
}

/** For commands, which print their errors themselves. */
export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} };

/** Takes lines without a wait for the reader. */
export interface Output {
  /** Never waits and never throws. */
  write(line: string): void;
  /** The number of lines that were not written. */
  dropped(): number;
  /** Writes the gathered lines now; for the end of the process. */
  writeGathered(): void;
  /** Waits until the reader has all lines, for at most so many milliseconds; false when it has not. */
  flush(atMostMs: number): Promise<boolean>;
}

const MAX_BYTES = 4 * 1024 * 1024;

/** A line after a pause is written at once. Those within this time after it are written by one system call. */
const GATHER_MS = 100;

/**
 * Buffers lines for a slow reader, up to so many bytes, and drops further lines. A stopped or full reader costs log
 * lines, not requests.
 */
export function boundedOutput(stream: Writable, maxBytes = MAX_BYTES): Output {
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
      if (isGone || stream.writableLength + gatheredBytes + line.length > maxBytes) {
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
      // A file on a full disk throws at once.
      dropped += lines.length;
    }
  }
}

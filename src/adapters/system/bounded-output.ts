import type { Writable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';

/** Where lines go that nobody waits for. */
export interface Output {
  /** Never waits and never throws. */
  write(line: string): void;
  /** How many lines were given up. */
  dropped(): number;
  /** Waits until what was written is taken, for so many milliseconds at most; false when it was not. */
  flush(atMostMs: number): Promise<boolean>;
}

const MOST_BYTES = 4 * 1024 * 1024;

/**
 * Keeps what the reader of a stream has not taken yet, up to so many bytes; further lines are given up. A reader that
 * stands still, has gone or has no room left costs the log, not the service.
 */
export function boundedOutput(stream: Writable, mostBytes = MOST_BYTES): Output {
  let dropped = 0;
  let isGone = false;
  stream.on('error', () => {
    isGone = true;
  });

  return {
    write(line) {
      if (isGone || stream.writableLength + line.length > mostBytes) {
        dropped += 1;
        return;
      }
      try {
        stream.write(line);
      } catch {
        // A file on a full disk says so at once.
        dropped += 1;
      }
    },

    dropped: () => dropped,

    async flush(atMostMs) {
      if (isGone || stream.writableLength === 0) return !isGone;
      const taken = new Promise<boolean>((resolve) => stream.write('', (error) => resolve(!error)));
      return Promise.race([taken, setTimeout(atMostMs, false, { ref: false })]);
    },
  };
}

import type { Writable } from 'node:stream';

import type { Progress } from './run.ts';

/** Shows how far a run has come: one line that changes on a terminal, one every ten seconds elsewhere. */
export interface ProgressLine {
  show(progress: Progress): void;
  end(): void;
}

const ELSEWHERE_EVERY_MS = 10_000;

/** On this stream. */
export function progressLine(stream: Writable & { readonly isTTY?: boolean }): ProgressLine {
  let shownAt = Number.NEGATIVE_INFINITY;
  return {
    show(progress) {
      const text = lineOf(progress);
      if (stream.isTTY === true) return void stream.write(`\r\u001b[2K${text}`);
      if (progress.elapsedMs - shownAt < ELSEWHERE_EVERY_MS) return;
      shownAt = progress.elapsedMs;
      stream.write(`${text}\n`);
    },
    end() {
      if (stream.isTTY === true) stream.write('\r\u001b[2K');
    },
  };
}

function lineOf({ elapsedMs, logins, operations, failing, faults, violations }: Progress): string {
  const seconds = Math.round(elapsedMs / 1000);
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  const now = failing.length === 0 ? '' : ` (now ${failing.join(', ')})`;
  return `${time}  ${logins} logins, ${operations} operations, ${faults} faults${now}, ${violations} violations`;
}

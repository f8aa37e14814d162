import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

import type { HistoryEvent, NewEvent } from './event.ts';

/** The history of one run, in memory for the checker and as JSON lines in a file. */
export interface Recorder {
  record(happening: NewEvent): void;
  readonly events: readonly HistoryEvent[];
  /** How many requests were sent. */
  readonly operations: number;
  /** Milliseconds since the start of the run. */
  now(): number;
  close(): void;
}

/** Writes to the file, if given. `clock` counts milliseconds and never goes back. */
export function openRecorder(file: string | undefined, clock: () => number): Recorder {
  const began = clock();
  const events: HistoryEvent[] = [];
  const descriptor = file === undefined ? undefined : openNew(file);
  let operations = 0;
  const now = () => Math.round(clock() - began);
  return {
    events,
    now,
    get operations() {
      return operations;
    },
    record(happening) {
      const event: HistoryEvent = { at: now(), ...happening };
      events.push(event);
      if (event.type === 'invoke') operations += 1;
      if (descriptor !== undefined) writeSync(descriptor, `${JSON.stringify(event)}\n`);
    },
    close() {
      if (descriptor !== undefined) closeSync(descriptor);
    },
  };
}

function openNew(file: string): number {
  mkdirSync(dirname(file), { recursive: true });
  return openSync(file, 'w');
}

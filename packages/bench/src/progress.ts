/** Shows the progress of a long command on standard error. */
export interface Progress {
  step(what: string): void;
}

/** Writes each step on its own line, with the seconds since the start. */
export function makeProgress(write: (line: string) => void, now: () => number): Progress {
  const startedAt = now();
  return {
    step(what) {
      const seconds = Math.round((now() - startedAt) / 1000);
      write(`${String(seconds).padStart(5)} s  ${what}\n`);
    },
  };
}

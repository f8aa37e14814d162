/** Tells on standard error how far a long command is. */
export interface Progress {
  step(what: string): void;
}

/** Each step on a line of its own, with the seconds since the beginning. */
export function makeProgress(write: (line: string) => void, now: () => number): Progress {
  const startedAt = now();
  return {
    step(what) {
      const seconds = Math.round((now() - startedAt) / 1000);
      write(`${String(seconds).padStart(5)} s  ${what}\n`);
    },
  };
}

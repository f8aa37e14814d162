/** What has been started so far. */
export interface Running {
  /** Notes how to stop what has just been started. */
  add(stop: () => Promise<void> | void): void;
  /** Stops everything, the newest first, each even if another one fails. Repeated calls share one stop. */
  stop(): Promise<void>;
}

/** Nothing is running yet. */
export function makeRunning(): Running {
  const stops: (() => Promise<void> | void)[] = [];
  let stopping: Promise<void> | undefined;
  return {
    add: (stop) => void stops.push(stop),
    stop: () => {
      stopping ??= stopAll(stops.toReversed());
      return stopping;
    },
  };
}

async function stopAll(stops: readonly (() => Promise<void> | void)[]): Promise<void> {
  const faults: unknown[] = [];
  for (const stop of stops) {
    try {
      await stop();
    } catch (fault) {
      faults.push(fault);
    }
  }
  if (faults.length > 0) throw faults[0];
}

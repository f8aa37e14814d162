/** The started parts. */
export interface Running {
  /** Adds the stop function of a started part. */
  add(stop: () => Promise<void> | void): void;
  /** Stops all parts in reverse order, even if one fails. Repeated calls share one stop. */
  stop(): Promise<void>;
}

/** An empty list of parts. */
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

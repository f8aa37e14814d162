import { monitorEventLoopDelay } from 'node:perf_hooks';

/** How long this process keeps everybody waiting. */
export interface EventLoopLag {
  /** The longest since it was asked last, in milliseconds. */
  longest(): number;
  close(): void;
}

const RESOLUTION_MS = 20;

/** Measured by Node itself, also while nothing else can run. */
export function eventLoopLag(): EventLoopLag {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  return {
    longest() {
      const longest = delays.max / 1e6;
      delays.reset();
      return longest;
    },
    close: () => void delays.disable(),
  };
}

import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Says whether this process has more to do than it can. */
export interface Overload {
  /** Looks how it stands; to be called every second. */
  snapshot(): void;
  isOverloaded(): boolean;
}

interface Signs {
  /** The longest that the process kept everybody waiting since it was asked last, in milliseconds. */
  readonly longestLag: () => number;
  /** Whether somebody waits because all connections to the database are taken, and not by its own tenant alone. */
  readonly isPoolFull: () => boolean;
}

const LONG_LAG_MS = 1_000;
/** So many looks in a row: a moment without a free connection is nothing. */
const LONG_FULL = 3;
/** It stays told for so many looks, so that whoever asks now and then hears of it. */
const REPORTED_FOR = 5;

/** A load balancer that hears of it gives the others more, and this process time to catch up. */
export function watchOverload({ longestLag, isPoolFull }: Signs): Overload {
  let fullLooks = 0;
  let reportFor = 0;
  return {
    snapshot() {
      fullLooks = isPoolFull() ? fullLooks + 1 : 0;
      const isNow = longestLag() > LONG_LAG_MS || fullLooks >= LONG_FULL;
      reportFor = isNow ? REPORTED_FOR : Math.max(0, reportFor - 1);
    },
    isOverloaded: () => reportFor > 0,
  };
}

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

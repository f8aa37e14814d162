import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Finds out whether this process is overloaded. */
export interface Overload {
  /** Samples the signs of overload; to be called every second. */
  sample(): void;
  isOverloaded(): boolean;
}

interface Signs {
  /** The longest delay of the event loop since the last call, in milliseconds. */
  readonly longestLag: () => number;
  /** True when a caller waits because all connections are taken, not only because its tenant has its share. */
  readonly isPoolFull: () => boolean;
}

const MAX_LAG_MS = 1_000;
/** So many samples in a row: a moment without a free connection is no overload. */
const FULL_SAMPLES = 3;
/** Overload is reported for so many samples, so that a slow readiness probe sees it, too. */
const REPORTED_SAMPLES = 5;

/** A load balancer then sends more to the other replicas, so that this one can catch up. */
export function watchOverload({ longestLag, isPoolFull }: Signs): Overload {
  let fullSamples = 0;
  let samplesToReport = 0;
  return {
    sample() {
      fullSamples = isPoolFull() ? fullSamples + 1 : 0;
      const isNow = longestLag() > MAX_LAG_MS || fullSamples >= FULL_SAMPLES;
      samplesToReport = isNow ? REPORTED_SAMPLES : Math.max(0, samplesToReport - 1);
    },
    isOverloaded: () => samplesToReport > 0,
  };
}

/** How far the event loop of this process is behind. */
export interface EventLoopLag {
  /** The longest delay since the last call, in milliseconds. */
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

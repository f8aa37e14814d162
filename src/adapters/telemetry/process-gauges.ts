import { monitorEventLoopDelay } from 'node:perf_hooks';

import type { Registry } from 'prom-client';

import { figuresIn } from './figures.ts';
import { METRICS } from './metrics.ts';

/** How closely the event loop is watched; what it measures includes this much. */
const RESOLUTION_MS = 20;

const QUANTILES = ['0.5', '0.99', '1'] as const;

/** What the process itself uses. Answers how to stop watching. */
export function processGauges(registry: Registry): () => void {
  const { readCounter, readGauge } = figuresIn(registry);
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();

  readGauge(METRICS.eventLoopDelay, () => {
    const samples = QUANTILES.map((quantile) => ({
      labels: { quantile },
      value: secondsOf(delays.percentile(Number(quantile) * 100)),
    }));
    delays.reset();
    return samples;
  });
  readCounter(METRICS.cpuSeconds, () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  });
  readGauge(METRICS.memory, () => [{ labels: {}, value: process.memoryUsage.rss() }]);
  readGauge(METRICS.heap, () => [{ labels: {}, value: process.memoryUsage().heapUsed }]);
  readGauge(METRICS.started, () => [{ labels: {}, value: performance.timeOrigin / 1000 }]);
  return () => void delays.disable();
}

function secondsOf(nanoseconds: number): number {
  return Math.max(0, nanoseconds / 1e9 - RESOLUTION_MS / 1000);
}

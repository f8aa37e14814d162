import { monitorEventLoopDelay } from 'node:perf_hooks';

import type { Registry } from 'prom-client';

import type { Acr } from '../../domain/acr.ts';
import type { Expiry } from '../../domain/expiry.ts';
import { groupedBy } from '../../domain/grouped-by.ts';
import { daysUntil, secondsAfter } from '../../domain/lifetimes.ts';
import type { CertificateReading, Gauges, PendingCount } from '../../ports/metrics.ts';
import type { Clock } from '../../ports/runtime.ts';
import { METRICS } from './metrics.ts';
import { figuresIn } from './prometheus.ts';

interface Deps {
  readonly gauges: Gauges;
  readonly clock: Clock;
}

/** Reads the current values at each scrape. */
export function readGauges(registry: Registry, { gauges, clock }: Deps): void {
  const { readCounter, readGauge } = figuresIn(registry);

  readGauge(METRICS.pendingAuthentications, async () =>
    (await gauges.pendingAuthentications()).map(({ eid, count }) => ({
      labels: { eid },
      value: count,
    })),
  );
  readGauge(METRICS.certificateDaysLeft, async () => {
    const now = clock();
    return firstToExpire(await gauges.certificates()).map(
      ({ tenantId: tenant, eid, environment, use, expiresAt }) => ({
        labels: { tenant, eid, environment, use },
        value: daysUntil(expiresAt, now),
      }),
    );
  });
  readGauge(METRICS.expiryDaysLeft, async () => {
    const first = new Map<string, Expiry>();
    for (const one of await gauges.expiry()) {
      const key = JSON.stringify([one.tenantId, one.kind]);
      if (!first.has(key)) first.set(key, one);
    }
    const now = clock();
    return [...first.values()].map(({ tenantId: tenant, kind: expiring, expiresAt }) => ({
      labels: { tenant, expiring },
      value: daysUntil(expiresAt, now),
    }));
  });
  readGauge(METRICS.connections, () => {
    const { total, idle } = gauges.pool();
    return [
      { labels: { connection: 'idle' }, value: idle },
      { labels: { connection: 'busy' }, value: total - idle },
    ];
  });
  readGauge(METRICS.connectionWaiters, () => [alone(gauges.pool().waiting)]);
  readGauge(METRICS.unsealedEvents, async () => [alone(await gauges.unsealedEvents())]);
  readGauge(METRICS.webhookBacklog, async () =>
    (await gauges.webhookBacklog()).map(({ tenantId: tenant, id: webhook, events }) => ({
      labels: { tenant, webhook },
      value: events,
    })),
  );
  readGauge(METRICS.draining, () => [alone(gauges.isDraining() ? 1 : 0)]);
  readCounter(METRICS.logLinesDropped, gauges.droppedLogLines);
}

function alone(value: number) {
  return { labels: {}, value };
}

/** The certificate of each use that expires first. */
function firstToExpire(certificates: readonly CertificateReading[]): CertificateReading[] {
  const first = new Map<string, CertificateReading>();
  for (const one of certificates) {
    const key = JSON.stringify([one.tenantId, one.eid, one.environment, one.use]);
    const known = first.get(key);
    if (known === undefined || one.expiresAt < known.expiresAt) first.set(key, one);
  }
  return [...first.values()];
}

/** The resolution of the measurement, which every measured delay includes. */
const RESOLUTION_MS = 20;

const QUANTILES = ['0.5', '0.99', '1'] as const;

/** The gauges of the process itself. Returns the function that stops them. */
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

/** Caches a value for so many seconds. */
export function cacheFor<Value>(
  seconds: number,
  clock: Clock,
  read: () => Promise<Value>,
): () => Promise<Value> {
  let cached: { readonly value: Promise<Value>; readonly from: Date } | undefined;
  return () => {
    const now = clock();
    const isFresh =
      cached !== undefined && now < secondsAfter(cached.from, seconds) && now >= cached.from;
    if (cached !== undefined && isFresh) return cached.value;
    const value = read();
    cached = { value, from: now };
    value.catch(() => {
      cached = undefined;
    });
    return value;
  };
}

/** Seconds for which a value of the database is cached, for any number of scrapes. */
const FRESH_FOR = 5;

/** Sources of the gauges from the database. */
export interface GaugeSources {
  readonly pendingCounts: (
    now: Date,
  ) => Promise<readonly { readonly acr: Acr; readonly count: number }[]>;
  readonly unsealedEvents: Gauges['unsealedEvents'];
  readonly webhookBacklog: Gauges['webhookBacklog'];
  readonly eidNames: readonly string[];
  readonly eidOf: (acr: Acr) => string;
  readonly clock: Clock;
}

/** The gauges from the database, each read at most once in a few seconds. */
export function databaseGauges({
  pendingCounts,
  unsealedEvents,
  webhookBacklog,
  eidNames,
  eidOf,
  clock,
}: GaugeSources): Pick<Gauges, 'pendingAuthentications' | 'unsealedEvents' | 'webhookBacklog'> {
  return {
    pendingAuthentications: cacheFor(FRESH_FOR, clock, async () =>
      byEid(await pendingCounts(clock())),
    ),
    unsealedEvents: cacheFor(FRESH_FOR, clock, unsealedEvents),
    webhookBacklog: cacheFor(FRESH_FOR, clock, webhookBacklog),
  };

  /** Every eID has an entry, also one without pending logins. */
  function byEid(counts: readonly { readonly acr: Acr; readonly count: number }[]): PendingCount[] {
    const named = eidNames.map((eid) => ({ eid, count: 0 }));
    const counted = counts.map(({ acr, count }) => ({ eid: eidOf(acr), count }));
    return [...groupedBy([...named, ...counted], ({ eid }) => eid)].map(([eid, ofEid]) => ({
      eid,
      count: ofEid.reduce((sum, { count }) => sum + count, 0),
    }));
  }
}

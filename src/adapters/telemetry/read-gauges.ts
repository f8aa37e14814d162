import type { Registry } from 'prom-client';

import { daysUntil } from '../../domain/lifetimes.ts';
import type { Clock } from '../../ports/clock.ts';
import type { CertificateReading, Readings } from '../../ports/readings.ts';
import { figuresIn } from './figures.ts';
import { METRICS } from './metrics.ts';

interface Deps {
  readonly readings: Readings;
  readonly clock: Clock;
}

/** Shows with each scrape how things stand. */
export function readGauges(registry: Registry, { readings, clock }: Deps): void {
  const { readCounter, readGauge } = figuresIn(registry);

  readGauge(METRICS.pendingAuthentications, async () =>
    (await readings.pendingAuthentications()).map(({ eid, count }) => ({
      labels: { eid },
      value: count,
    })),
  );
  readGauge(METRICS.certificateDaysLeft, async () => {
    const now = clock();
    return firstToExpire(await readings.certificates()).map(
      ({ tenantId: tenant, eid, environment, use, expiresAt }) => ({
        labels: { tenant, eid, environment, use },
        value: daysUntil(expiresAt, now),
      }),
    );
  });
  readGauge(METRICS.connections, () => {
    const { total, idle } = readings.pool();
    return [
      { labels: { connection: 'idle' }, value: idle },
      { labels: { connection: 'busy' }, value: total - idle },
    ];
  });
  readGauge(METRICS.connectionWaiters, () => [alone(readings.pool().waiting)]);
  readGauge(METRICS.unsealedEvents, async () => [alone(await readings.unsealedEvents())]);
  readGauge(METRICS.webhookBacklog, async () =>
    (await readings.webhookBacklog()).map(({ tenantId: tenant, id: webhook, events }) => ({
      labels: { tenant, webhook },
      value: events,
    })),
  );
  readGauge(METRICS.draining, () => [alone(readings.isDraining() ? 1 : 0)]);
  readCounter(METRICS.logLinesDropped, readings.droppedLogLines);
}

function alone(value: number) {
  return { labels: {}, value };
}

/** Of each use the one that expires first. */
function firstToExpire(certificates: readonly CertificateReading[]): CertificateReading[] {
  const first = new Map<string, CertificateReading>();
  for (const one of certificates) {
    const key = JSON.stringify([one.tenantId, one.eid, one.environment, one.use]);
    const known = first.get(key);
    if (known === undefined || one.expiresAt < known.expiresAt) first.set(key, one);
  }
  return [...first.values()];
}

import { Registry } from 'prom-client';

import type { Clock } from '../../ports/clock.ts';
import type { Meter } from '../../ports/meter.ts';
import type { Readings } from '../../ports/readings.ts';
import { type EidStanding, eidStandings } from './eid-standings.ts';
import { figuresIn } from './figures.ts';
import { METRICS } from './metrics.ts';
import { processGauges } from './process-gauges.ts';
import { prometheusMeter } from './prometheus-meter.ts';
import { readGauges } from './read-gauges.ts';
import type { Tracing } from './tracing/tracing.ts';

/** What the operator's systems learn of one process. */
export interface Telemetry {
  readonly meter: Meter;
  /** From now on a scrape shows these, too. To be called once. */
  show(readings: Readings): void;
  /** All figures, as Prometheus reads them. */
  metrics(): Promise<Exposition>;
  /** How the eIDs stand. */
  eids(): readonly EidStanding[];
  close(): Promise<void>;
}

/** A text, and what it is. */
export interface Exposition {
  readonly contentType: string;
  readonly text: string;
}

interface Deps {
  readonly clock: Clock;
  /** Undefined while traces are off. */
  readonly tracing: Tracing | undefined;
}

/** Counts in a registry of its own: a process may hold several services. */
export function openTelemetry({ clock, tracing }: Deps): Telemetry {
  const registry = new Registry();
  const counted = prometheusMeter(registry);
  const standings = eidStandings(clock);
  const stopWatching = processGauges(registry);
  const { readCounter } = figuresIn(registry);
  readCounter(METRICS.spansMade, () => tracing?.spans().made ?? 0);
  readCounter(METRICS.spansSent, () => tracing?.spans().sent ?? 0);

  return {
    meter: {
      ...counted,
      eidCalled(call) {
        counted.eidCalled(call);
        standings.eidCalled(call);
        tracing?.eidCalled(call);
      },
      circuitChanged(circuit) {
        counted.circuitChanged(circuit);
        standings.circuitChanged(circuit);
      },
      statementRun(statement) {
        counted.statementRun(statement);
        tracing?.statementRun(statement);
      },
    },
    show: (readings) => readGauges(registry, { readings, clock }),
    metrics: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
    eids: standings.list,
    async close() {
      stopWatching();
      await tracing?.close();
    },
  };
}

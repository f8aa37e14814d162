import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

import type { CircuitState, Metrics } from '../../ports/metrics.ts';
import { LABELS } from './labels.ts';
import { METRICS, type Metric } from './metrics.ts';

const CIRCUIT_STATES: readonly CircuitState[] = ['closed', 'half-open', 'open'];

/** Counts in memory, for the next scrape. */
export function prometheusMetrics(registry: Registry): Metrics {
  const { counter, gauge, histogram } = figuresIn(registry);
  const requests = counter(METRICS.requests);
  const requestSeconds = histogram(METRICS.requestSeconds);
  const requestsInFlight = gauge(METRICS.requestsInFlight);
  const shed = counter(METRICS.shed);
  const limitHits = counter(METRICS.limitHits);
  const authenticationsBegun = counter(METRICS.authenticationsBegun);
  const authenticationsSettled = counter(METRICS.authenticationsSettled);
  const resultsConsumed = counter(METRICS.resultsConsumed);
  const eidCalls = counter(METRICS.eidCalls);
  const eidCallSeconds = histogram(METRICS.eidCallSeconds);
  const circuits = gauge(METRICS.circuits);
  const statements = counter(METRICS.statements);
  const statementSeconds = histogram(METRICS.statementSeconds);
  const rowsPurged = counter(METRICS.rowsPurged);
  const eventsSealed = counter(METRICS.eventsSealed);
  const webhookDeliveries = counter(METRICS.webhookDeliveries);
  const administratorLogins = counter(METRICS.administratorLogins);
  const webhookDeliverySeconds = histogram(METRICS.webhookDeliverySeconds);

  // Counters begin at 0, so that the first event is visible as a change.
  for (const reason of LABELS.reason.values) shed.inc({ reason }, 0);
  for (const limit of LABELS.limit.values) limitHits.inc({ limit }, 0);
  for (const table of LABELS.table.values) rowsPurged.inc({ table }, 0);
  for (const login of LABELS.login.values) administratorLogins.inc({ login }, 0);
  for (const end of LABELS.end.values) statements.inc({ end }, 0);

  return {
    requestBegan: () => requestsInFlight.inc(),

    requestServed({ endpoint, status, seconds }) {
      requestsInFlight.dec();
      requests.inc({ endpoint, status });
      requestSeconds.observe({ endpoint }, seconds);
    },

    shed: (reason) => shed.inc({ reason }),
    limitHit: (limit) => limitHits.inc({ limit }),

    authenticationBegan: ({ eid, kind, channel }) =>
      authenticationsBegun.inc({ eid, kind, channel }),
    authenticationSettled: ({ eid, kind, channel, outcome }) =>
      authenticationsSettled.inc({ eid, kind, channel, outcome }),
    resultConsumed: ({ eid, kind, channel }) => resultsConsumed.inc({ eid, kind, channel }),

    eidCalled({ eid, operation, outcome, seconds }) {
      eidCalls.inc({ eid, operation, result: outcome });
      eidCallSeconds.observe({ eid, operation }, seconds);
    },

    circuitChanged({ tenantId: tenant, eid, environment, state }) {
      for (const one of CIRCUIT_STATES) {
        circuits.set({ tenant, eid, environment, state: one }, one === state ? 1 : 0);
      }
    },

    statementRun({ outcome, seconds }) {
      statements.inc({ end: outcome });
      statementSeconds.observe(seconds);
    },

    rowsPurged: (table, rows) => rowsPurged.inc({ table }, rows),
    eventsSealed: (events) => eventsSealed.inc(events),

    administratorLoggedIn: (login) => administratorLogins.inc({ login }),

    webhookDelivered({ tenantId: tenant, outcome, seconds }) {
      webhookDeliveries.inc({ tenant, delivery: outcome });
      webhookDeliverySeconds.observe(seconds);
    },
  };
}

type MetricOf<Type extends Metric['type']> = Extract<
  (typeof METRICS)[keyof typeof METRICS],
  { readonly type: Type }
>;

/** One value of a gauge with its labels. */
export interface Sample<Label extends string> {
  readonly labels: Readonly<Record<Label, string>>;
  readonly value: number;
}

/** Makes the metrics of a registry from the list. */
export function figuresIn(registry: Registry) {
  const registers = [registry];
  return {
    counter<One extends MetricOf<'counter'>>({ name, help, labels }: One) {
      return new Counter<One['labels'][number]>({ name, help, labelNames: [...labels], registers });
    },

    /** A counter that is read at each scrape. */
    readCounter({ name, help }: MetricOf<'counter'>, read: () => number) {
      return new Counter({
        name,
        help,
        registers,
        collect() {
          this.reset();
          this.inc(read());
        },
      });
    },

    gauge<One extends MetricOf<'gauge'>>({ name, help, labels }: One) {
      return new Gauge<One['labels'][number]>({ name, help, labelNames: [...labels], registers });
    },

    /** A gauge that is read at each scrape. An unreadable one is omitted, so that the others are shown. */
    readGauge<One extends MetricOf<'gauge'>>({ name, help, labels }: One, read: Read<One>) {
      return new Gauge<One['labels'][number]>({
        name,
        help,
        labelNames: [...labels],
        registers,
        async collect() {
          const samples = await attempted(read);
          // Without an await in between: another scrape may be running.
          this.reset();
          if (labels.length === 0) this.remove();
          for (const { labels, value } of samples) this.set(labels, value);
        },
      });
    },

    histogram<One extends MetricOf<'histogram'>>({ name, help, labels, buckets }: One) {
      const labelNames = [...labels];
      return new Histogram<One['labels'][number]>({
        name,
        help,
        labelNames,
        registers,
        buckets: [...buckets],
      });
    },
  };
}

type Read<One extends Metric> = () =>
  | readonly Sample<One['labels'][number]>[]
  | Promise<readonly Sample<One['labels'][number]>[]>;

async function attempted<Samples>(read: () => Samples): Promise<Awaited<Samples> | readonly []> {
  try {
    return await read();
  } catch {
    return [];
  }
}

import type { LABELS } from './labels.ts';

/** From a poll that reads one row to an eID that does not respond. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** One metric: its name and meaning for the operator, and its labels. */
export interface Metric {
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly labels: readonly (keyof typeof LABELS)[];
  /** Upper bounds, of a histogram. */
  readonly buckets?: readonly number[];
}

/** All metrics. They are those of one replica, unless their help says otherwise. */
export const METRICS = {
  requests: {
    name: 'eid_broker_requests_total',
    type: 'counter',
    help: 'Requests, answered or aborted by the caller.',
    labels: ['endpoint', 'status'],
  },
  requestSeconds: {
    name: 'eid_broker_request_seconds',
    type: 'histogram',
    help: 'Time from the headers of a request to the end of its response.',
    labels: ['endpoint'],
    buckets: SECONDS,
  },
  requestsInFlight: {
    name: 'eid_broker_requests_in_flight',
    type: 'gauge',
    help: 'Requests in flight.',
    labels: [],
  },
  shed: {
    name: 'eid_broker_shed_total',
    type: 'counter',
    help: 'Connections and requests rejected by overload protection.',
    labels: ['reason'],
  },
  limitHits: {
    name: 'eid_broker_limit_hits_total',
    type: 'counter',
    help: 'Requests rejected by a limit.',
    labels: ['limit'],
  },
  authenticationsBegun: {
    name: 'eid_broker_authentications_begun_total',
    type: 'counter',
    help: 'Attempts that began in this process. An attempt that the eID rejects is never settled.',
    labels: ['eid', 'kind', 'channel'],
  },
  authenticationsSettled: {
    name: 'eid_broker_authentications_settled_total',
    type: 'counter',
    help: 'Attempts that ended in this process.',
    labels: ['eid', 'kind', 'channel', 'outcome'],
  },
  resultsConsumed: {
    name: 'eid_broker_results_consumed_total',
    type: 'counter',
    help: 'Results that an application consumed.',
    labels: ['eid', 'kind', 'channel'],
  },
  eidCalls: {
    name: 'eid_broker_eid_calls_total',
    type: 'counter',
    help: 'Calls of an eID, including calls not attempted.',
    labels: ['eid', 'operation', 'result'],
  },
  eidCallSeconds: {
    name: 'eid_broker_eid_call_seconds',
    type: 'histogram',
    help: 'Duration of these calls.',
    labels: ['eid', 'operation'],
    buckets: SECONDS,
  },
  circuits: {
    name: 'eid_broker_circuit_state',
    type: 'gauge',
    help: '1 for the current state of the circuit breaker of a tenant’s eID, 0 for the others.',
    labels: ['tenant', 'eid', 'environment', 'state'],
  },
  pendingAuthentications: {
    name: 'eid_broker_pending_authentications',
    type: 'gauge',
    help: 'Pending attempts over all replicas, some seconds old. Use the maximum, not the sum.',
    labels: ['eid'],
  },
  certificateDaysLeft: {
    name: 'eid_broker_certificate_days_left',
    type: 'gauge',
    help: 'Days until the first certificate or key of this use expires; negative afterwards.',
    labels: ['tenant', 'eid', 'environment', 'use'],
  },
  expiryDaysLeft: {
    name: 'eid_broker_expiry_days_left',
    type: 'gauge',
    help: 'Days until the first of this kind ends in a tenant; of a signing key until its rotation is due. Negative afterwards.',
    labels: ['tenant', 'expiring'],
  },
  statements: {
    name: 'eid_broker_database_statements_total',
    type: 'counter',
    help: 'Database statements.',
    labels: ['end'],
  },
  statementSeconds: {
    name: 'eid_broker_database_statement_seconds',
    type: 'histogram',
    help: 'Duration of statements, including the wait for a connection.',
    labels: [],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
  },
  connections: {
    name: 'eid_broker_database_connections',
    type: 'gauge',
    help: 'Connections of the pool, by use.',
    labels: ['connection'],
  },
  connectionWaiters: {
    name: 'eid_broker_database_waiting',
    type: 'gauge',
    help: 'Statements that wait for a connection.',
    labels: [],
  },
  rowsPurged: {
    name: 'eid_broker_rows_purged_total',
    type: 'counter',
    help: 'Expired rows that this replica deleted.',
    labels: ['table'],
  },
  eventsSealed: {
    name: 'eid_broker_events_sealed_total',
    type: 'counter',
    help: 'Events that this replica sealed.',
    labels: [],
  },
  unsealedEvents: {
    name: 'eid_broker_unsealed_events',
    type: 'gauge',
    help: 'Unsealed events over all replicas.',
    labels: [],
  },
  webhookDeliveries: {
    name: 'eid_broker_webhook_deliveries_total',
    type: 'counter',
    help: 'Attempts to deliver events to a tenant’s webhook.',
    labels: ['tenant', 'delivery'],
  },
  webhookDeliverySeconds: {
    name: 'eid_broker_webhook_delivery_seconds',
    type: 'histogram',
    help: 'Duration of these calls.',
    labels: [],
    buckets: SECONDS,
  },
  administratorLogins: {
    name: 'eid_broker_administrator_logins_total',
    type: 'counter',
    help: 'Logins of administrators that ended in this process.',
    labels: ['login'],
  },
  webhookBacklog: {
    name: 'eid_broker_webhook_backlog',
    type: 'gauge',
    help: 'Sealed events not yet delivered to a webhook, over all replicas.',
    labels: ['tenant', 'webhook'],
  },
  draining: {
    name: 'eid_broker_draining',
    type: 'gauge',
    help: '1 while the process shuts down.',
    labels: [],
  },
  logLinesDropped: {
    name: 'eid_broker_log_lines_dropped_total',
    type: 'counter',
    help: 'Log lines dropped because the reader is slow or gone.',
    labels: [],
  },
  spansMade: {
    name: 'eid_broker_spans_made_total',
    type: 'counter',
    help: 'Sampled spans of traces.',
    labels: [],
  },
  spansSent: {
    name: 'eid_broker_spans_sent_total',
    type: 'counter',
    help: 'Spans that the collector accepted. Others are queued or were dropped.',
    labels: [],
  },
  eventLoopDelay: {
    name: 'eid_broker_event_loop_delay_seconds',
    type: 'gauge',
    help: 'Delay of the event loop since the last scrape.',
    labels: ['quantile'],
  },
  cpuSeconds: {
    name: 'process_cpu_seconds_total',
    type: 'counter',
    help: 'CPU time of the process.',
    labels: [],
  },
  memory: {
    name: 'process_resident_memory_bytes',
    type: 'gauge',
    help: 'Memory of the process.',
    labels: [],
  },
  heap: {
    name: 'nodejs_heap_used_bytes',
    type: 'gauge',
    help: 'Memory of the JavaScript heap.',
    labels: [],
  },
  started: {
    name: 'process_start_time_seconds',
    type: 'gauge',
    help: 'Start time of the process, in seconds since 1970.',
    labels: [],
  },
} as const satisfies Readonly<Record<string, Metric>>;

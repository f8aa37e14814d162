import type { LABELS } from './labels.ts';

/** From a poll that reads one row to an eID that does not answer. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** One figure: its name and meaning for the operator, and by what it is told apart. */
export interface Metric {
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly labels: readonly (keyof typeof LABELS)[];
  /** Upper bounds, of a histogram. */
  readonly buckets?: readonly number[];
}

/** Every figure that there is. Those of one replica, unless they say otherwise. */
export const METRICS = {
  requests: {
    name: 'eid_broker_requests_total',
    type: 'counter',
    help: 'Requests that were answered, or whose caller went away before.',
    labels: ['endpoint', 'status'],
  },
  requestSeconds: {
    name: 'eid_broker_request_seconds',
    type: 'histogram',
    help: 'From the headers of a request to the end of its answer.',
    labels: ['endpoint'],
    buckets: SECONDS,
  },
  requestsInFlight: {
    name: 'eid_broker_requests_in_flight',
    type: 'gauge',
    help: 'Requests that are not answered yet.',
    labels: [],
  },
  shed: {
    name: 'eid_broker_shed_total',
    type: 'counter',
    help: 'Connections and requests that were turned away so that the others can be served.',
    labels: ['reason'],
  },
  limitHits: {
    name: 'eid_broker_limit_hits_total',
    type: 'counter',
    help: 'Requests beyond a limit, answered with 429 or its like.',
    labels: ['limit'],
  },
  authenticationsBegun: {
    name: 'eid_broker_authentications_begun_total',
    type: 'counter',
    help: 'Attempts to identify a person that began here. What the eID then does not take on is never settled.',
    labels: ['eid', 'kind', 'channel'],
  },
  authenticationsSettled: {
    name: 'eid_broker_authentications_settled_total',
    type: 'counter',
    help: 'Attempts that ended here. An attempt that nobody asks about again ends without being counted; its event says expired.',
    labels: ['eid', 'kind', 'channel', 'outcome'],
  },
  resultsConsumed: {
    name: 'eid_broker_results_consumed_total',
    type: 'counter',
    help: 'Identified persons who were handed out to an application.',
    labels: ['eid', 'kind', 'channel'],
  },
  eidCalls: {
    name: 'eid_broker_eid_calls_total',
    type: 'counter',
    help: 'Calls of an eID, and those that were not made to spare it.',
    labels: ['eid', 'operation', 'result'],
  },
  eidCallSeconds: {
    name: 'eid_broker_eid_call_seconds',
    type: 'histogram',
    help: 'How long they took.',
    labels: ['eid', 'operation'],
    buckets: SECONDS,
  },
  circuits: {
    name: 'eid_broker_circuit_state',
    type: 'gauge',
    help: '1 for the state in which the circuit breaker of a tenant’s eID is, 0 for the others.',
    labels: ['tenant', 'eid', 'environment', 'state'],
  },
  pendingAuthentications: {
    name: 'eid_broker_pending_authentications',
    type: 'gauge',
    help: 'Attempts that wait for their person, over all replicas: take the greatest, not the sum. A few seconds old.',
    labels: ['eid'],
  },
  certificateDaysLeft: {
    name: 'eid_broker_certificate_days_left',
    type: 'gauge',
    help: 'Days until the first certificate of this use expires; negative afterwards.',
    labels: ['tenant', 'eid', 'environment', 'use'],
  },
  statements: {
    name: 'eid_broker_database_statements_total',
    type: 'counter',
    help: 'Statements at the database.',
    labels: ['end'],
  },
  statementSeconds: {
    name: 'eid_broker_database_statement_seconds',
    type: 'histogram',
    help: 'How long they took, waiting for a connection included.',
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
    help: 'Callers that wait for a connection.',
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
    help: 'Events that no seal covers yet, over all replicas.',
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
    help: 'How long they took.',
    labels: [],
    buckets: SECONDS,
  },
  webhookBacklog: {
    name: 'eid_broker_webhook_backlog',
    type: 'gauge',
    help: 'Sealed events that a webhook has not accepted yet, over all replicas.',
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
    help: 'Lines of the log that were given up because nobody took them.',
    labels: [],
  },
  spansMade: {
    name: 'eid_broker_spans_made_total',
    type: 'counter',
    help: 'Spans of traces that are to be sent.',
    labels: [],
  },
  spansSent: {
    name: 'eid_broker_spans_sent_total',
    type: 'counter',
    help: 'Spans that the collector took. The others wait for some seconds, or were given up.',
    labels: [],
  },
  eventLoopDelay: {
    name: 'eid_broker_event_loop_delay_seconds',
    type: 'gauge',
    help: 'How long the process kept everybody waiting since the last scrape.',
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
    help: 'What of it the heap of JavaScript uses.',
    labels: [],
  },
  started: {
    name: 'process_start_time_seconds',
    type: 'gauge',
    help: 'When the process started, in seconds since 1970.',
    labels: [],
  },
} as const satisfies Readonly<Record<string, Metric>>;

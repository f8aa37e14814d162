import type { HistoryEvent } from '../../history/event.ts';
import type { Facts } from '../facts.ts';
import type { History, Violation } from '../read-history.ts';

type Sample = Extract<HistoryEvent, { readonly type: 'sample' }>;

/** Between two samples. */
const SAMPLED_MS = 5_000;
/** Memory is checked after this time of samples; before it, a replica warms up. */
const WATCHED_MS = 5 * 60_000;
const GROWTH = { factor: 1.3, mb: 48 };
const SOCKETS = 500;
/** The limit of the event loop's delay: the 99th percentile of five seconds, checked when nothing fails. */
const LOOP_DELAY_MS = 100;
const CALM_SAMPLES = 12;
const QUEUED_MS = 250;

/** I9: no replica exits because of a request or an outage; its resources stay bounded; expired rows are purged. */
export function staysBounded(history: History, facts: Facts): readonly Violation[] {
  const samples = samplesIn(history);
  const replicas = [...new Set(samples.map(({ replica }) => replica))];
  const byReplica = replicas.map((name) => samples.filter(({ replica }) => replica === name));
  return [
    ...facts.unexpectedExits.map((what) => ({ what, events: [] })),
    ...byReplica.flatMap((of) => [...growing(of), ...crowded(of)]),
    ...slow(calmSamples(history)),
    ...Object.entries(facts.overdueRows)
      .filter(([, rows]) => rows > 0)
      .map(([table, rows]) => ({ what: `${table} keeps ${rows} rows too long`, events: [] })),
  ];
}

/** The samples of the replicas. */
export function samplesIn({ events }: Pick<History, 'events'>): readonly Sample[] {
  return events.filter((event) => event.type === 'sample');
}

/** The samples used to check event loops: no fault, and enough CPU. */
export function calmSamples(history: Pick<History, 'events' | 'faults'>): readonly Sample[] {
  return samplesIn(history).filter(
    ({ at, queuedMs = 0 }) =>
      queuedMs < QUEUED_MS && !history.faults.isDisturbed(at - SAMPLED_MS, at),
  );
}

/** Compares the last quarter of a replica's life with the second. */
function growing(samples: readonly Sample[]): readonly Violation[] {
  const first = samples[0];
  const last = samples.at(-1);
  if (first === undefined || last === undefined || last.at - first.at < WATCHED_MS) return [];
  const quarter = Math.floor(samples.length / 4);
  const memory = samples.map(({ rssMb }) => rssMb);
  const before = median(memory.slice(quarter, 2 * quarter));
  const after = median(memory.slice(-quarter));
  if (after <= before * GROWTH.factor + GROWTH.mb) return [];
  const what = `replica ${last.replica} grew from ${before} to ${after} MB`;
  return [{ what, events: [first, last] }];
}

function crowded(samples: readonly Sample[]): readonly Violation[] {
  const worst = samples.find(({ sockets }) => sockets > SOCKETS);
  if (worst === undefined) return [];
  return [{ what: `replica ${worst.replica} has ${worst.sockets} sockets`, events: [worst] }];
}

/** The median over all replicas, because the machine may cause a single delay. */
function slow(calm: readonly Sample[]): readonly Violation[] {
  const delays = calm.flatMap(({ loopDelayMs }) => loopDelayMs ?? []);
  const usual = median(delays);
  if (delays.length < CALM_SAMPLES || usual <= LOOP_DELAY_MS) return [];
  return [{ what: `event loops were delayed by ${usual} ms`, events: calm.slice(0, 5) }];
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

import type { HistoryEvent } from '../../history/event.ts';
import type { Facts } from '../facts.ts';
import type { History } from '../read-history.ts';
import type { Violation } from '../violation.ts';

type Sample = Extract<HistoryEvent, { readonly type: 'sample' }>;

/** Memory is judged when a replica was watched for this long; before that it only warms up. */
const WATCHED_MS = 5 * 60_000;
const GROWTH = { factor: 1.3, mb: 48 };
const SOCKETS = 500;

/** I9: no replica ends by itself; memory and sockets stay within bounds; rows that have had their time are gone. */
export function staysBounded({ events }: History, facts: Facts): readonly Violation[] {
  const samples = events.filter((event) => event.type === 'sample');
  const replicas = [...new Set(samples.map(({ replica }) => replica))];
  const byReplica = replicas.map((name) => samples.filter(({ replica }) => replica === name));
  return [
    ...facts.deaths.map((what) => ({ what, events: [] })),
    ...byReplica.flatMap((of) => [...growing(of), ...crowded(of)]),
    ...Object.entries(facts.overdueRows)
      .filter(([, rows]) => rows > 0)
      .map(([table, rows]) => ({ what: `${table} keeps ${rows} rows too long`, events: [] })),
  ];
}

/** The last quarter of its life beside the second one. */
function growing(samples: readonly Sample[]): readonly Violation[] {
  const first = samples[0];
  const last = samples.at(-1);
  if (first === undefined || last === undefined || last.at - first.at < WATCHED_MS) return [];
  const quarter = Math.floor(samples.length / 4);
  const before = median(samples.slice(quarter, 2 * quarter));
  const after = median(samples.slice(-quarter));
  if (after <= before * GROWTH.factor + GROWTH.mb) return [];
  const what = `replica ${last.replica} grew from ${before} to ${after} MB`;
  return [{ what, events: [first, last] }];
}

function crowded(samples: readonly Sample[]): readonly Violation[] {
  const worst = samples.find(({ sockets }) => sockets > SOCKETS);
  if (worst === undefined) return [];
  return [{ what: `replica ${worst.replica} has ${worst.sockets} sockets`, events: [worst] }];
}

function median(samples: readonly Sample[]): number {
  const sizes = samples.map(({ rssMb }) => rssMb).sort((one, other) => one - other);
  return sizes[Math.floor(sizes.length / 2)] ?? 0;
}

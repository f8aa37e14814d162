import { readHistory } from '../checker/read-history.ts';
import { counted } from '../faults/fault.ts';
import type { HistoryEvent, LoginKind } from '../history/event.ts';

/** One kind of request, counted and timed. */
export interface OperationFigures {
  readonly flow: LoginKind | 'attackers';
  readonly operation: string;
  readonly count: number;
  readonly ok: number;
  readonly refused: number;
  readonly failed: number;
  readonly unknown: number;
  /** Milliseconds from the request to its response. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly worst: number;
}

/** The results of the logins of one flow. */
export interface LoginFigures {
  readonly flow: LoginKind;
  readonly tokens: number;
  readonly denied: number;
  readonly errors: number;
  /** The person left, or the run ended first. */
  readonly open: number;
}

/** The figures of a run. */
export interface Figures {
  readonly operations: readonly OperationFigures[];
  readonly logins: readonly LoginFigures[];
}

/** The tokens by acr value: `12 × urn:…, 7 × urn:…`. */
export function tokensByAcr(events: readonly HistoryEvent[]): string {
  const acrs = events.flatMap((event) =>
    event.type === 'outcome' && 'token' in event.got ? event.expected.acr : [],
  );
  return acrs.length === 0 ? 'none' : counted(acrs.toSorted());
}

/** Counts and times. */
export function summarize(events: readonly HistoryEvent[]): Figures {
  const { answers, logins } = readHistory(events);
  const groups = grouped(answers, ({ by, flow, operation }) =>
    JSON.stringify([by === 'attacker' ? 'attackers' : flow, operation]),
  );
  const operations = [...groups].map(([key, group]) => {
    const [flow, operation] = JSON.parse(key);
    const of = (type: string) => group.filter((answer) => answer.type === type).length;
    const times = group
      .filter(({ type }) => type !== 'unknown')
      .map(({ took }) => took)
      .sort((one, other) => one - other);
    return {
      flow,
      operation,
      count: group.length,
      ok: of('ok'),
      refused: of('refused'),
      failed: of('failed'),
      unknown: of('unknown'),
      p50: percentile(times, 0.5),
      p95: percentile(times, 0.95),
      p99: percentile(times, 0.99),
      worst: times.at(-1) ?? 0,
    };
  });
  const real = logins.filter(({ answers: [first] }) => first !== undefined && first.login > 0);
  const flows = grouped(real, ({ answers: [first] }) => first?.flow ?? 'code');
  const ends = [...flows].map(([flow, group]) => {
    const outcomes = group.flatMap(({ outcomes: all }) => all.slice(-1));
    const tokens = outcomes.filter(({ got }) => 'token' in got).length;
    const denied = outcomes.filter(
      ({ got }) => 'error' in got && got.error === 'access_denied',
    ).length;
    const errors = outcomes.length - tokens - denied;
    return { flow, tokens, denied, errors, open: group.length - outcomes.length };
  });
  return {
    operations: operations.sort((one, other) => nameOf(one).localeCompare(nameOf(other))),
    logins: ends.sort((one, other) => one.flow.localeCompare(other.flow)),
  };
}

function nameOf({ flow, operation }: OperationFigures): string {
  // Attackers' requests come last.
  return `${flow === 'attackers' ? 'z' : 'a'} ${flow} ${operation}`;
}

function grouped<T, Key>(
  all: readonly T[],
  keyOf: (one: T) => Key,
): ReadonlyMap<Key, readonly T[]> {
  const groups = new Map<Key, T[]>();
  for (const one of all) {
    const key = keyOf(one);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return groups;
}

/** Of numbers in order. */
function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

import type { FaultEvent, HistoryEvent } from '../history/event.ts';

/** The periods with faults and their recovery. */
export interface FaultWindows {
  /** Whether a fault or its recovery overlaps these milliseconds. */
  isDisturbed(from: number, to: number): boolean;
  /** Whether the machine was short of CPU. Then a response may be late, 503 or missing. */
  isStarved(from: number, to: number): boolean;
  /** The longest time without a fault between the two. */
  longestCalm(from: number, to: number): number;
  /** The total time in the period without a fault or recovery. */
  calm(from: number, to: number): number;
  /** Whether a fault of this name overlaps. */
  has(name: string, from: number, to: number): boolean;
}

/** From when to when. */
export interface Window {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** Recovery after a fault: connections are restored, breakers close, leases expire. */
export const RECOVERY_MS = 12_000;

/** For requests that were sent before the fault began. */
const BEFORE_MS = 1_000;

/** Attacks and changes that must have no effect on other logins. */
const WITHOUT_EFFECT_ON_OTHERS: ReadonlySet<string> = new Set([
  'F2',
  'F15',
  'F18',
  'F19',
  'F20',
  'F22',
  'F26',
  'F27',
  'F28',
  'F29',
  'F31',
  'F32',
  'F35',
  // F39 runs in a separate environment.
  'F36',
  'F39',
]);

/** The interval between two samples of a replica, and the CPU wait within it that counts as starvation. */
const SAMPLED_MS = 5_000;
const STARVED_MS = 2_000;

/** Reads the begin and end of faults; a fault without an end lasts until the end. */
export function faultWindows(events: readonly HistoryEvent[]): FaultWindows {
  const all = windowsIn(events.filter((event) => event.type === 'fault'));
  const busy = starved(events);
  const affecting = all
    .filter(({ name }) => affectsOthers(name))
    .map(({ name, from, to }) => ({ name, from: from - BEFORE_MS, to: to + RECOVERY_MS }));
  return {
    isDisturbed: (from, to) => affecting.some((window) => window.from <= to && window.to >= from),
    isStarved: (from, to) =>
      busy.some((window) => window.from <= to && window.to + RECOVERY_MS >= from),
    longestCalm: (from, to) => Math.max(...gaps(affecting, from, to)),
    calm: (from, to) => gaps(affecting, from, to).reduce((sum, gap) => sum + gap, 0),
    has: (name, from, to) =>
      all.some((one) => faultClass(one.name) === name && one.from <= to && one.to >= from),
  };
}

/** Whether a fault of this name may affect other logins. If not, the checks assume that nothing fails. */
export function affectsOthers(name: string): boolean {
  return !WITHOUT_EFFECT_ON_OTHERS.has(faultClass(name));
}

/** `F4` of `F4 database restarted`. */
export function faultClass(name: string): string {
  return /^F\d+/.exec(name)?.[0] ?? name;
}

/** Intervals in which a replica had work and no CPU. */
export function starved(events: readonly HistoryEvent[]): readonly Window[] {
  return events.flatMap((event) => {
    if (event.type !== 'sample' || (event.queuedMs ?? 0) < STARVED_MS) return [];
    return [{ name: 'starved', from: event.at - SAMPLED_MS, to: event.at }];
  });
}

function windowsIn(events: readonly (FaultEvent & { readonly at: number })[]): readonly Window[] {
  const open = new Map<string, number[]>();
  const windows: Window[] = [];
  for (const { name, phase, at } of events) {
    const begun = open.get(name) ?? [];
    if (phase === 'begin') {
      open.set(name, [...begun, at]);
      continue;
    }
    windows.push({ name, from: begun[0] ?? at, to: at });
    open.set(name, begun.slice(1));
  }
  const lasting = [...open].flatMap(([name, begun]) =>
    begun.map((from) => ({ name, from, to: Number.POSITIVE_INFINITY })),
  );
  return [...windows, ...lasting];
}

/** The times between windows, in their order; some may be 0. */
function gaps(windows: readonly Window[], from: number, to: number): readonly number[] {
  const found: number[] = [];
  let calmSince = from;
  for (const window of [...windows].sort((one, other) => one.from - other.from)) {
    found.push(Math.max(0, Math.min(window.from, to) - calmSince));
    calmSince = Math.max(calmSince, window.to);
  }
  return [...found, Math.max(0, to - calmSince)];
}

import { Failure } from '../../domain/failure.ts';
import { secondsUntil } from '../../domain/lifetimes.ts';
import type { LimitKey, RequestLimits } from '../../ports/admission.ts';
import type { Log } from '../../ports/log.ts';
import type { CountedWindow, SharedCounts } from '../../ports/rate-limits.ts';
import type { Clock } from '../../ports/runtime.ts';

/** How many requests a second each may send, over all replicas, as the operator says. */
export type RequestsPerSecond = Readonly<Record<Exclude<LimitKey, 'login'>, number>>;

interface Deps {
  readonly sharedCounts: SharedCounts;
  readonly perSecond: RequestsPerSecond;
  readonly clock: Clock;
  readonly log: Log;
}

/** The requests of one requester in this window. */
interface Count {
  /** From so many on the others are told. */
  readonly worthSharing: number;
  readonly most: number;
  own: number;
  /** Of our own, what the others know of. */
  told: number;
  others: number;
  isOver: boolean;
}

/** Long enough for a burst, short enough to wait for. All replicas begin a window at the same moment. */
const WINDOW_MS = 10_000;

/** A page asks once a second; there may be a few of one login. */
const LOGIN_VIEWS_PER_SECOND = 5;

/**
 * Who sends this part of what is allowed is worth a word to the others: of up to so many replicas none misses it.
 * A page at its usual pace stays below its own: the pace of logins costs no statement.
 */
const WORTH_SHARING: Readonly<Record<LimitKey, number>> = {
  address: 1 / 20,
  'address-starts': 1 / 20,
  client: 1 / 20,
  tenant: 1 / 20,
  login: 1 / 2,
};

/** Beyond so many in one window, new ones are not counted: what a tenant may send still holds. */
const MOST_KEYS = 100_000;

/** Counts in this process, shared by one statement a second. While the others cannot be reached, each counts alone. */
export function makeRequestLimits({ sharedCounts, perSecond, clock, log }: Deps): RequestLimits {
  const limits = { ...perSecond, login: LOGIN_VIEWS_PER_SECOND };
  let window = windowAt(clock());
  let counts = new Map<string, Count>();
  let isAlone = false;
  let isSharing = false;

  return { count, share };

  function count(limitKey: LimitKey, name: string): void {
    rollWindow();
    const counted = countOf(limitKey, name);
    if (counted === undefined) return;
    if (counted.own + counted.others < counted.most) {
      counted.own += 1;
      return;
    }
    if (!counted.isOver) log.warn('requests.limited', { limitKey, name });
    counted.isOver = true;
    const seconds = secondsUntil(window.endsAt, clock());
    throw new Failure('too-many-requests', { names: { seconds } });
  }

  async function share(): Promise<void> {
    // What is on its way must not be told twice.
    if (isSharing) return;
    isSharing = true;
    await exchangeCounts();
    isSharing = false;
  }

  async function exchangeCounts(): Promise<void> {
    rollWindow();
    const worthSharing = [...counts].filter(([, { own, worthSharing: least }]) => own >= least);
    if (worthSharing.length === 0) return;
    const update = new Map(worthSharing.map(([key, { own, told }]) => [key, own - told]));
    try {
      const totals = await sharedCounts.add(window, update);
      for (const [key, counted] of worthSharing) {
        counted.told += update.get(key) ?? 0;
        counted.others = Math.max(0, (totals.get(key) ?? 0) - counted.told);
      }
      isAlone = false;
    } catch (cause) {
      if (!isAlone) log.warn('requests.counted_alone', { cause: String(cause) });
      isAlone = true;
    }
  }

  function countOf(limitKey: LimitKey, name: string): Count | undefined {
    const key = `${limitKey} ${name}`;
    const known = counts.get(key);
    if (known !== undefined || counts.size >= MOST_KEYS) return known;
    const most = (limits[limitKey] * WINDOW_MS) / 1000;
    const worthSharing = most * WORTH_SHARING[limitKey];
    const begun = { most, worthSharing, own: 0, told: 0, others: 0, isOver: false };
    counts.set(key, begun);
    return begun;
  }

  function rollWindow(): void {
    const present = windowAt(clock());
    if (present.startsAt.getTime() === window.startsAt.getTime()) return;
    window = present;
    counts = new Map();
  }
}

function windowAt(now: Date): CountedWindow {
  const startsAt = Math.floor(now.getTime() / WINDOW_MS) * WINDOW_MS;
  return { startsAt: new Date(startsAt), endsAt: new Date(startsAt + WINDOW_MS) };
}

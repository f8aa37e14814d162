import { Failure } from '../../domain/failure.ts';
import { secondsUntil } from '../../domain/lifetimes.ts';
import type { Log } from '../../ports/log.ts';
import type { CountedWindow, SharedCounts } from '../../ports/rate-limits.ts';
import type { Clock } from '../../ports/runtime.ts';

/**
 * Whose requests are counted. `login`: the page of one login, its status requests above all; `address-starts`: starts
 * of orders by one address that name no person.
 */
export type Requester = 'address' | 'client' | 'tenant' | 'login' | 'address-starts';

/** How many requests a second each may send, over all replicas, as the operator says. */
export type RequestsPerSecond = Readonly<Record<Exclude<Requester, 'login'>, number>>;

/** Keeps one requester from using up what is there for all. */
export interface RequestLimits {
  /**
   * Counts one request. Takes no time: what the other replicas count is known about a second late.
   * @throws {Failure} too-many-requests; `names.seconds`: in so many the window ends, and there is more
   */
  count(requester: Requester, name: string): void;
  /** Tells the other replicas and learns from them; to be called every second. Never rejects. */
  share(): Promise<void>;
}

interface Deps {
  readonly sharedCounts: SharedCounts;
  readonly perSecond: RequestsPerSecond;
  readonly clock: Clock;
  readonly log: Log;
}

/** The requests of one requester in this window. */
interface Count {
  /** From so many on the others are told. */
  readonly worthTelling: number;
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
const WORTH_TELLING: Readonly<Record<Requester, number>> = {
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

  function count(requester: Requester, name: string): void {
    turnWindow();
    const counted = countOf(requester, name);
    if (counted === undefined) return;
    if (counted.own + counted.others < counted.most) {
      counted.own += 1;
      return;
    }
    if (!counted.isOver) log.warn('requests.limited', { requester, name });
    counted.isOver = true;
    const seconds = secondsUntil(window.endsAt, clock());
    throw new Failure('too-many-requests', { names: { seconds } });
  }

  async function share(): Promise<void> {
    // What is on its way must not be told twice.
    if (isSharing) return;
    isSharing = true;
    await tellAndLearn();
    isSharing = false;
  }

  async function tellAndLearn(): Promise<void> {
    turnWindow();
    const worthTelling = [...counts].filter(([, { own, worthTelling: least }]) => own >= least);
    if (worthTelling.length === 0) return;
    const news = new Map(worthTelling.map(([key, { own, told }]) => [key, own - told]));
    try {
      const totals = await sharedCounts.add(window, news);
      for (const [key, counted] of worthTelling) {
        counted.told += news.get(key) ?? 0;
        counted.others = Math.max(0, (totals.get(key) ?? 0) - counted.told);
      }
      isAlone = false;
    } catch (cause) {
      if (!isAlone) log.warn('requests.counted_alone', { cause: String(cause) });
      isAlone = true;
    }
  }

  function countOf(requester: Requester, name: string): Count | undefined {
    const key = `${requester} ${name}`;
    const known = counts.get(key);
    if (known !== undefined || counts.size >= MOST_KEYS) return known;
    const most = (limits[requester] * WINDOW_MS) / 1000;
    const worthTelling = most * WORTH_TELLING[requester];
    const begun = { most, worthTelling, own: 0, told: 0, others: 0, isOver: false };
    counts.set(key, begun);
    return begun;
  }

  function turnWindow(): void {
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

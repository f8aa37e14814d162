import { Failure } from '../../domain/failure.ts';
import { secondsUntil } from '../../domain/lifetimes.ts';
import type { RefusalReason } from '../../domain/login-timeline.ts';
import type { LimitKey, RequestLimits } from '../../ports/admission.ts';
import type { Log } from '../../ports/log.ts';
import type { CountedWindow, SharedCounts } from '../../ports/rate-limits.ts';
import type { Clock } from '../../ports/runtime.ts';

/** How many requests a second each sender may send to all replicas together; set by the operator. */
export type RequestsPerSecond = Readonly<Record<Exclude<LimitKey, 'login'>, number>>;

interface Deps {
  readonly sharedCounts: SharedCounts;
  readonly perSecond: RequestsPerSecond;
  readonly clock: Clock;
  readonly log: Log;
}

/** The requests of one rate-limit key in this window. */
interface Count {
  readonly limit: number;
  /** From so many requests on, the count is shared with the other replicas. */
  readonly sharedFrom: number;
  /** Counted by this process. */
  own: number;
  /** The part of `own` that the other replicas have received. */
  shared: number;
  /** Counted by the other replicas. */
  others: number;
  isLogged: boolean;
}

/** Long enough for a burst, short enough to wait for. All replicas begin a window at the same moment. */
const WINDOW_MS = 10_000;

/** A waiting page sends one request a second; one login may have a few pages. */
const LOGIN_VIEWS_PER_SECOND = 5;

/**
 * The part of a limit from which a count is shared. A sender that reaches its limit over up to twenty replicas reaches
 * a twentieth at one of them at least. A waiting page at its usual pace stays below half: logins cost no statement.
 */
const SHARED_FROM: Readonly<Record<LimitKey, number>> = {
  address: 1 / 20,
  'address-starts': 1 / 20,
  client: 1 / 20,
  tenant: 1 / 20,
  login: 1 / 2,
};

const REASONS: Readonly<Record<LimitKey, RefusalReason>> = {
  address: 'limit-of-address',
  'address-starts': 'limit-of-address-starts',
  client: 'limit-of-application',
  tenant: 'limit-of-tenant',
  login: 'limit-of-login',
};

/** Beyond so many in one window, new keys are not counted: the limit of the tenant still holds for them. */
const MAX_KEYS = 100_000;

/** Counts in memory, and shares by one statement a second. While the database is away, each replica counts alone. */
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
    if (counted.own + counted.others < counted.limit) {
      counted.own += 1;
      return;
    }
    if (!counted.isLogged) log.warn('requests.limited', { limitKey, name });
    counted.isLogged = true;
    const seconds = secondsUntil(window.endsAt, clock());
    throw new Failure('too-many-requests', { values: { seconds }, reason: REASONS[limitKey] });
  }

  async function share(): Promise<void> {
    // A count that is on its way must not be added twice.
    if (isSharing) return;
    isSharing = true;
    await exchangeCounts();
    isSharing = false;
  }

  async function exchangeCounts(): Promise<void> {
    rollWindow();
    const toShare = [...counts].filter(([, { own, sharedFrom }]) => own >= sharedFrom);
    if (toShare.length === 0) return;
    const update = new Map(toShare.map(([key, { own, shared }]) => [key, own - shared]));
    try {
      const totals = await sharedCounts.add(window, update);
      for (const [key, counted] of toShare) {
        counted.shared += update.get(key) ?? 0;
        counted.others = Math.max(0, (totals.get(key) ?? 0) - counted.shared);
      }
      isAlone = false;
    } catch (cause) {
      if (!isAlone) log.warn('rate_limit.sharing_failed', { cause: String(cause) });
      isAlone = true;
    }
  }

  function countOf(limitKey: LimitKey, name: string): Count | undefined {
    const key = `${limitKey} ${name}`;
    const known = counts.get(key);
    if (known !== undefined || counts.size >= MAX_KEYS) return known;
    const limit = (limits[limitKey] * WINDOW_MS) / 1000;
    const sharedFrom = limit * SHARED_FROM[limitKey];
    const created = { limit, sharedFrom, own: 0, shared: 0, others: 0, isLogged: false };
    counts.set(key, created);
    return created;
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

import { type Authentication, isPending } from '../../domain/authentication.ts';
import { Failure } from '../../domain/failure.ts';
import type { Authentications, Poller } from '../../ports/authentications.ts';
import type { AttemptIdOf, Clock, Sleep } from '../../ports/runtime.ts';
import type { HeadlessTerms } from '../headless/headless-terms.ts';
import { type AdvanceOrder, snapshotOf } from '../order/advance-order.ts';
import { ownAttempt, renewalOf } from './poll-request.ts';
import { type EndedView, endedView, type PendingView, type ViewPending } from './poll-view.ts';

interface Deps {
  readonly authentications: Authentications;
  readonly advanceOrder: AdvanceOrder;
  readonly viewPending: ViewPending;
  readonly terms: HeadlessTerms;
  readonly concurrencyLimit: WatcherSlots;
  readonly attemptIdOf: AttemptIdOf;
  readonly sleep: Sleep;
  readonly clock: Clock;
}

/** What a watcher sees: every second where the request stands, and how it ended, last. */
export type WatchEvent = PendingView | { readonly state: 'completed' } | EndedView;

/** One who watches. */
export interface Watcher {
  /**
   * Ends with the outcome, which is not told away: one poll still hears it, and only a poll gets tokens. Ends without
   * one when the same request is watched anew, or this process is about to stop.
   */
  readonly events: AsyncIterable<WatchEvent>;
  /** To be called when nobody looks any more, whether all was seen or nothing. */
  leave(): void;
}

/** The application watches its request instead of polling it. */
export interface WatchRequest {
  /**
   * Undefined when it has no such request, or its outcome is given out: tokens, or to a poll why there are none.
   * @throws {Failure} too-many-requests, as `WatchPlaces`
   */
  (requestId: string, by: Poller): Promise<Watcher | undefined>;
}

/** Watch: whoever watches collects, at the pace of everybody else. */
export function makeWatchRequest(deps: Deps): WatchRequest {
  const { authentications, advanceOrder, viewPending, terms, attemptIdOf, sleep, clock } = deps;

  return async function watchRequest(requestId, by) {
    const attempt = await ownAttempt(authentications, attemptIdOf(requestId), by);
    if (attempt === undefined || attempt.consumedAt !== undefined) return undefined;
    const place = deps.concurrencyLimit.take(attempt.id, by);
    return { events: events(attempt, place), leave: place.leave };
  };

  async function* events(
    first: Authentication,
    place: WatcherSlot,
  ): AsyncGenerator<WatchEvent, void> {
    let attempt: Authentication | undefined = first;
    while (attempt !== undefined && place.isOurs()) {
      const event = await snapshot(attempt);
      yield event;
      if (event.state !== 'pending') return;
      await sleep(1);
      attempt = await authentications.find(attempt.id);
    }
  }

  async function snapshot(before: Authentication): Promise<WatchEvent> {
    const attempt = await advanceOrder(snapshotOf(before), renewalOf(before, terms));
    if (isPending(attempt)) return viewPending(attempt);
    const { progress, expiresAt } = attempt;
    if (progress.state === 'ended') return endedView(progress.why, progress.hint);
    // As a poll would be told: nobody fetched the person in time.
    return expiresAt <= clock() ? endedView('expired') : { state: 'completed' };
  }
}

/** How many may watch at the same time in one process. */
export interface MostWatchers {
  readonly ofClient: number;
  readonly altogether: number;
}

/** The place of one watcher. */
export interface WatcherSlot {
  /** False once somebody else watches the attempt. */
  isOurs(): boolean;
  /** Gives it up; a second time, or after it was lost, changes nothing. */
  leave(): void;
}

/** The places of those who watch. Nobody else counts them: who is connected is a process's own business. */
export interface WatcherSlots {
  /**
   * Takes the place at an attempt. Who had it loses it: a client whose connection broke comes back before we notice.
   * @throws {Failure} too-many-requests; `names.seconds`: the pace at which to poll instead
   */
  take(id: string, by: Poller): WatcherSlot;
  /** Takes all places back: this process is about to stop. */
  clear(): void;
}

/** Each costs a look at the database every second. */
const MOST: MostWatchers = { ofClient: 200, altogether: 500 };
const SECONDS = 5;

/** Places in this process. */
export function watcherSlots(most: MostWatchers = MOST): WatcherSlots {
  const watchers = new Map<string, { readonly client: string }>();

  return {
    take(id, { issuer, clientId }) {
      const watcher = { client: JSON.stringify([issuer, clientId]) };
      if (!watchers.has(id)) assertRoom(watcher.client);
      watchers.set(id, watcher);
      const isOurs = () => watchers.get(id) === watcher;
      const leave = () => {
        if (isOurs()) watchers.delete(id);
      };
      return { isOurs, leave };
    },

    clear: () => watchers.clear(),
  };

  function assertRoom(client: string): void {
    const own = [...watchers.values()].filter((watcher) => watcher.client === client);
    if (watchers.size < most.altogether && own.length < most.ofClient) return;
    throw new Failure('too-many-requests', { names: { seconds: SECONDS } });
  }
}

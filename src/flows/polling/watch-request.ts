import { type Authentication, isPending } from '../../domain/authentication.ts';
import type { Authentications, Poller } from '../../ports/authentications.ts';
import type { Clock } from '../../ports/clock.ts';
import type { AttemptIdOf } from '../../ports/ids.ts';
import type { Sleep } from '../../ports/sleep.ts';
import type { HeadlessTerms } from '../headless/headless-terms.ts';
import type { AdvanceOrder } from '../order/advance-order.ts';
import { lookAt } from '../order/look-at.ts';
import { type EndedView, endedView } from './ended-view.ts';
import { ownAttempt } from './own-attempt.ts';
import type { PendingView, ViewPending } from './pending-view.ts';
import { renewalOf } from './renewal-of.ts';
import type { WatchPlace, WatchPlaces } from './watch-places.ts';

interface Deps {
  readonly authentications: Authentications;
  readonly advanceOrder: AdvanceOrder;
  readonly viewPending: ViewPending;
  readonly terms: HeadlessTerms;
  readonly places: WatchPlaces;
  readonly attemptIdOf: AttemptIdOf;
  readonly sleep: Sleep;
  readonly clock: Clock;
}

/** What a watcher sees: every second where the request stands, and how it ended, last. */
export type Sight = PendingView | { readonly state: 'completed' } | EndedView;

/** One who watches. */
export interface Watcher {
  /**
   * Ends with the outcome, which is not told away: one poll still hears it, and only a poll gets tokens. Ends without
   * one when the same request is watched anew, or this process is about to stop.
   */
  readonly sights: AsyncIterable<Sight>;
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
    if (attempt === undefined || attempt.handedOutAt !== undefined) return undefined;
    const place = deps.places.take(attempt.id, by);
    return { sights: sights(attempt, place), leave: place.leave };
  };

  async function* sights(first: Authentication, place: WatchPlace): AsyncGenerator<Sight, void> {
    let attempt: Authentication | undefined = first;
    while (attempt !== undefined && place.isOurs()) {
      const sight = await look(attempt);
      yield sight;
      if (sight.state !== 'pending') return;
      await sleep(1);
      attempt = await authentications.find(attempt.id);
    }
  }

  async function look(before: Authentication): Promise<Sight> {
    const attempt = await advanceOrder(lookAt(before), renewalOf(before, terms));
    if (isPending(attempt)) return viewPending(attempt);
    const { progress, expiresAt } = attempt;
    if (progress.state === 'ended') return endedView(progress.why, progress.hint);
    // As a poll would be told: nobody fetched the person in time.
    return expiresAt <= clock() ? endedView('expired') : { state: 'completed' };
  }
}

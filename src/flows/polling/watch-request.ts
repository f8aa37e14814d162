import { type Authentication, isPending } from '../../domain/authentication.ts';
import type { WatcherLimit, WatchPermit } from '../../ports/admission.ts';
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
  readonly watcherLimit: WatcherLimit;
  readonly attemptIdOf: AttemptIdOf;
  readonly sleep: Sleep;
  readonly clock: Clock;
}

/** An event of the stream: the status of the request every second, and at last its end. */
export type WatchEvent = PendingView | { readonly state: 'completed' } | EndedView;

/** An open event stream. */
export interface Watcher {
  /**
   * Ends with the outcome, which is not consumed: one poll still gets it, and only a poll gets tokens. Ends without an
   * outcome when the same request gets a new watcher, or this process is about to stop.
   */
  readonly events: AsyncIterable<WatchEvent>;
  /** Called when the stream is no longer read, at its end or before. */
  leave(): void;
}

/** The application watches its request instead of polling it. */
export interface WatchRequest {
  /**
   * Undefined when it has no such request, or a poll has consumed the outcome.
   * @throws {Failure} too-many-requests, as `WatcherLimit`
   */
  (requestId: string, by: Poller): Promise<Watcher | undefined>;
}

/** Each watcher advances the order, at the pace of a poll. */
export function makeWatchRequest(deps: Deps): WatchRequest {
  const { authentications, advanceOrder, viewPending, terms, attemptIdOf, sleep, clock } = deps;

  return async function watchRequest(requestId, by) {
    const attempt = await ownAttempt(authentications, attemptIdOf(requestId), by);
    if (attempt === undefined || attempt.consumedAt !== undefined) return undefined;
    const permit = deps.watcherLimit.take(attempt.id, by);
    return { events: events(attempt, permit), leave: permit.release };
  };

  async function* events(
    first: Authentication,
    permit: WatchPermit,
  ): AsyncGenerator<WatchEvent, void> {
    let attempt: Authentication | undefined = first;
    while (attempt !== undefined && permit.isValid()) {
      const event = await statusOf(attempt);
      yield event;
      if (event.state !== 'pending') return;
      await sleep(1);
      attempt = await authentications.find(attempt.id);
    }
  }

  async function statusOf(before: Authentication): Promise<WatchEvent> {
    const attempt = await advanceOrder(snapshotOf(before), renewalOf(before, terms));
    if (isPending(attempt)) return viewPending(attempt);
    const { progress, expiresAt } = attempt;
    if (progress.state === 'ended') return endedView(progress.why, progress.hintCode);
    // As for a poll: the result was not fetched in time.
    return expiresAt <= clock() ? endedView('expired') : { state: 'completed' };
  }
}

import { type Authentication, isPending } from '../../domain/authentication.ts';
import type { SupportCode } from '../../domain/support-code.ts';
import type { WatcherLimit, WatchPermit } from '../../ports/admission.ts';
import type { Authentications, Poller } from '../../ports/authentications.ts';
import type { AuthenticationIdOf, Clock, Sleep } from '../../ports/runtime.ts';
import type { HeadlessRequests } from '../headless/headless-requests.ts';
import { type AdvanceOrder, snapshotOf } from '../order/advance-order.ts';
import { ownAuthentication, renewalOf } from './poll-request.ts';
import { type EndedView, endedView, type PendingView, type ViewPending } from './poll-view.ts';

interface Deps {
  readonly authentications: Authentications;
  readonly advanceOrder: AdvanceOrder;
  readonly viewPending: ViewPending;
  readonly headlessRequests: HeadlessRequests;
  readonly watcherLimit: WatcherLimit;
  readonly authenticationIdOf: AuthenticationIdOf;
  readonly sleep: Sleep;
  readonly clock: Clock;
}

/** An event of the stream: the status of the request every second, and at last its end. */
export type WatchEvent = PendingView | { readonly state: 'completed' } | EndedView;

/** An open event stream. */
export interface Watcher {
  readonly supportCode: SupportCode | undefined;
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
  const {
    authentications,
    advanceOrder,
    viewPending,
    headlessRequests,
    authenticationIdOf,
    sleep,
    clock,
  } = deps;

  return async function watchRequest(requestId, by) {
    const authentication = await ownAuthentication(
      authentications,
      authenticationIdOf(requestId),
      by,
    );
    if (authentication === undefined || authentication.consumedAt !== undefined) return undefined;
    const permit = deps.watcherLimit.take(authentication.id, by);
    const { supportCode } = authentication;
    return { supportCode, events: events(authentication, permit), leave: permit.release };
  };

  async function* events(
    first: Authentication,
    permit: WatchPermit,
  ): AsyncGenerator<WatchEvent, void> {
    let authentication: Authentication | undefined = first;
    while (authentication !== undefined && permit.isValid()) {
      const event = await statusOf(authentication);
      yield event;
      if (event.state !== 'pending') return;
      await sleep(1);
      authentication = await authentications.find(authentication.id);
    }
  }

  async function statusOf(before: Authentication): Promise<WatchEvent> {
    const authentication = await advanceOrder(
      snapshotOf(before),
      renewalOf(before, headlessRequests),
    );
    if (isPending(authentication)) return viewPending(authentication);
    const { progress, expiresAt } = authentication;
    if (progress.state === 'ended') return endedView(progress.why, progress.hintCode);
    // As for a poll: the result was not fetched in time.
    return expiresAt <= clock() ? endedView('expired') : { state: 'completed' };
  }
}

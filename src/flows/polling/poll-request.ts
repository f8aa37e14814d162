import {
  type Authentication,
  type IdentifiedAuthentication,
  isPending,
} from '../../domain/authentication.ts';
import { lifetimes, secondsAfter } from '../../domain/lifetimes.ts';
import type { Ending } from '../../domain/progress.ts';
import type { Authentications, Poller } from '../../ports/authentications.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Directory } from '../../ports/directory.ts';
import type { AttemptIdOf } from '../../ports/ids.ts';
import type { HeadlessTerms } from '../headless/headless-terms.ts';
import type { AdvanceOrder } from '../order/advance-order.ts';
import { type EndedView, endedView } from './ended-view.ts';
import { isStillAllowed } from './is-still-allowed.ts';
import type { PendingView, ViewPending } from './pending-view.ts';
import { renewalOf } from './renewal-of.ts';

interface Deps {
  readonly authentications: Authentications;
  readonly directory: Directory;
  readonly advanceOrder: AdvanceOrder;
  readonly viewPending: ViewPending;
  readonly terms: HeadlessTerms;
  readonly attemptIdOf: AttemptIdOf;
  readonly clock: Clock;
}

/**
 * What a poll hears. `unknown`: no such request of this client, or its outcome has been told. `identified`:
 * the result waits to be handed out, which happens once.
 */
export type PollAnswer =
  | { readonly state: 'unknown' | 'too-soon' }
  | PendingView
  | EndedView
  | { readonly state: 'identified'; readonly attempt: IdentifiedAuthentication };

/** The application asks whether its CIBA or headless request is done. */
export interface PollRequest {
  (requestId: string, by: Poller): Promise<PollAnswer>;
}

/** Poll: the pace is a pending request's alone; an outcome is told at once, and once. */
export function makePollRequest(deps: Deps): PollRequest {
  const { authentications, directory, advanceOrder, viewPending, terms, attemptIdOf, clock } = deps;

  return async function pollRequest(requestId, by) {
    const now = clock();
    const leaseUntil = secondsAfter(now, lifetimes.collectLease);
    const at = { now, pace: lifetimes.pollPace, leaseUntil };
    const poll = await authentications.poll(attemptIdOf(requestId), by, at);
    if (poll === undefined) return { state: 'unknown' };
    if (poll.tooSoon) return { state: 'too-soon' };
    return answerOf(await advanceOrder(poll, renewalOf(poll.attempt, terms)));
  };

  async function answerOf(attempt: Authentication): Promise<PollAnswer> {
    if (isPending(attempt)) return viewPending(attempt);
    const { progress } = attempt;
    if (progress.state === 'identified') return identified({ ...attempt, progress });
    if (progress.state !== 'ended') return { state: 'unknown' };
    const isFirst = await authentications.tellEnding(attempt.id, clock());
    return isFirst ? endedView(progress.why, progress.hint) : { state: 'unknown' };
  }

  async function identified(attempt: IdentifiedAuthentication): Promise<PollAnswer> {
    if (attempt.handedOutAt !== undefined) return { state: 'unknown' };
    if (attempt.expiresAt <= clock()) return withhold(attempt, 'expired');
    const configuration = await directory.current();
    if (!isStillAllowed(attempt, configuration)) return withhold(attempt, 'failed');
    return { state: 'identified', attempt };
  }

  /** Whoever takes the result leaves none for anybody else. */
  async function withhold({ id }: Authentication, why: Ending): Promise<PollAnswer> {
    const taken = await authentications.handOut(id, clock());
    return taken === undefined ? { state: 'unknown' } : endedView(why);
  }
}

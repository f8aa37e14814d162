import { type Authentication, isPending } from '../../domain/authentication.ts';
import { lifetimes } from '../../domain/lifetimes.ts';
import type { Login } from '../../domain/login.ts';
import type { Ending } from '../../domain/progress.ts';
import type { Authentications } from '../../ports/authentications.ts';
import type { Clock, Sleep } from '../../ports/runtime.ts';
import type { AbandonOrder } from '../order/abandon-order.ts';

interface CancelLoginDeps {
  readonly authentications: Authentications;
  readonly abandonOrder: AbandonOrder;
  readonly clock: Clock;
}

/** The person leaves our page. */
export interface CancelLogin {
  /** `latest` is the login's latest attempt, if any. Answers the reason that the application is told. */
  (latest: Authentication | undefined): Promise<Ending>;
}

/**
 * Cancel: an attempt that had already ended keeps its own reason. A person whom the eID identified just
 * before is given to nobody: taking the result here leaves none for another tab.
 */
export function makeCancelLogin({
  authentications,
  abandonOrder,
  clock,
}: CancelLoginDeps): CancelLogin {
  return async function cancelLogin(latest) {
    if (latest === undefined) return 'declined';
    const attempt = await abandonOrder(latest, 'declined');
    if (attempt.progress.state === 'ended') return attempt.progress.why;
    await authentications.consumeResult(attempt.id, clock());
    return 'declined';
  };
}

interface LeaveLoginDeps {
  readonly authentications: Authentications;
  readonly abandonOrder: AbandonOrder;
  readonly sleep: Sleep;
}

/** The browser has let go of our page: closed, reloaded, or led elsewhere. */
export interface LeaveLogin {
  /** Takes a while: whether the person is gone shows only then. */
  (login: Login): Promise<void>;
}

/** Seconds until the questions that were on their way are answered. */
const SETTLING = 2;
/** Seconds within which a page that was reloaded asks again; each look puts off the next turn. */
const DEADLINE = 5;

/**
 * Leave: an order that nobody looks at any more must not wait in somebody's app. On the same device the app stands in
 * front of the page, and a browser may let go of it; there the order ends by itself.
 */
export function makeLeaveLogin({
  authentications,
  abandonOrder,
  sleep,
}: LeaveLoginDeps): LeaveLogin {
  return async function leaveLogin(login) {
    await sleep(SETTLING);
    const left = await authentications.findLatest(login.id);
    if (left === undefined || !isPending(left) || left.device !== 'other') return;
    await sleep(DEADLINE);
    const attempt = await authentications.find(left.id);
    if (attempt === undefined || !isPending(attempt)) return;
    const isAskedAbout = attempt.progress.collectAfter > left.progress.collectAfter;
    if (!isAskedAbout) await abandonOrder(attempt, 'expired');
  };
}

interface CancelLateStartDeps {
  readonly authentications: Pick<Authentications, 'findLatest'>;
  readonly abandonOrder: AbandonOrder;
  readonly sleep: Sleep;
}

/** The person left while a start was under way, in another tab or by a click just before. */
export interface CancelLateStart {
  /** Takes as long as an eID may take to answer. */
  (login: Pick<Login, 'id'>): Promise<void>;
}

/** Seconds: nearly every eID has answered by then. */
const SOON = 2;

/** Cancel: a login that is over starts nothing any more, so what comes has been under way, and is the last. */
export function makeCancelLateStart(deps: CancelLateStartDeps): CancelLateStart {
  const { authentications, abandonOrder, sleep } = deps;

  return async function cancelLateStart({ id }) {
    for (const seconds of [SOON, lifetimes.collectLease - SOON]) {
      await sleep(seconds);
      const late = await authentications.findLatest(id);
      if (late !== undefined) await abandonOrder(late, 'declined');
    }
  };
}

import { type Authentication, isPending } from '../../domain/authentication.ts';
import { lifetimes } from '../../domain/lifetimes.ts';
import type { Login, StartFailure } from '../../domain/login.ts';
import { type Ending, isOutage } from '../../domain/progress.ts';
import type { Authentications } from '../../ports/authentications.ts';
import type { Clock, Sleep } from '../../ports/runtime.ts';
import type { AbandonOrder } from '../order/abandon-order.ts';

interface Deps {
  readonly authentications: Authentications;
  readonly abandonOrder: AbandonOrder;
  readonly sleep: Sleep;
  readonly clock: Clock;
}

/** The person leaves our page. */
export interface CancelLogin {
  /** `latest` is the login's latest attempt, if any. Returns the reason that the application gets. */
  (latest: Authentication | undefined): Promise<Ending | StartFailure>;
}

/**
 * An attempt that had already ended keeps its own reason. A person identified just before is discarded: the
 * result is consumed here, so no other tab gets it.
 */
export function makeCancelLogin(deps: Omit<Deps, 'sleep'>): CancelLogin {
  const { authentications, abandonOrder, clock } = deps;

  return async function cancelLogin(latest) {
    if (latest === undefined) return 'declined';
    const authentication = await abandonOrder(latest, 'declined');
    const { progress } = authentication;
    if (progress.state === 'ended') return isOutage(progress) ? 'unavailable' : progress.why;
    await authentications.consumeResult(authentication.id, clock());
    return 'declined';
  };
}

/** The person takes another device before anybody has opened the order. */
export interface ReplaceOrder {
  /** Ends the login's latest attempt. False when it has an outcome already: then nothing may be started in its place. */
  (latest: Authentication | undefined): Promise<boolean>;
}

/** The order is cancelled at the eID, so that nobody opens it later. */
export function makeReplaceOrder({ abandonOrder }: Pick<Deps, 'abandonOrder'>): ReplaceOrder {
  return async function replaceOrder(latest) {
    if (latest === undefined || !isPending(latest)) return false;
    const { progress } = await abandonOrder(latest, 'superseded');
    return progress.state === 'ended' && progress.why === 'superseded';
  };
}

/** The browser has left our page: closed, reloaded, or navigated elsewhere. */
export interface LeaveLogin {
  /** Resolves after some seconds, when a reload would be visible: true when it cancelled an order. */
  (login: Login): Promise<boolean>;
}

/** Seconds until status requests in flight have been answered. */
const SETTLING = 2;
/** Seconds within which a reloaded page requests the status again; each request postpones `collectAfter`. */
const RELOAD = 5;

/**
 * Cancels the order of a browser that does not come back: it must not remain in a person's app. On the same device the
 * app covers the page, and the browser may unload it; that order expires by itself.
 */
export function makeLeaveLogin(deps: Omit<Deps, 'clock'>): LeaveLogin {
  const { authentications, abandonOrder, sleep } = deps;

  return async function leaveLogin(login) {
    await sleep(SETTLING);
    const left = await authentications.findLatest(login.id);
    if (left === undefined || !isPending(left) || left.device !== 'other') return false;
    await sleep(RELOAD);
    const authentication = await authentications.find(left.id);
    if (authentication === undefined || !isPending(authentication)) return false;
    const isReloaded = authentication.progress.collectAfter > left.progress.collectAfter;
    if (isReloaded) return false;
    await abandonOrder(authentication, 'expired');
    return true;
  };
}

/** The person left while a start was under way, in another tab or after a click. */
export interface CancelLateStart {
  /** Takes as long as an eID may take to answer. */
  (login: Pick<Login, 'id'>): Promise<void>;
}

/** Seconds within which nearly every start at an eID is answered. */
const SOON = 2;

/** Cancels one late order. An ended login starts none, so the order was already under way and is the last. */
export function makeCancelLateStart(deps: Omit<Deps, 'clock'>): CancelLateStart {
  const { authentications, abandonOrder, sleep } = deps;

  return async function cancelLateStart({ id }) {
    for (const seconds of [SOON, lifetimes.collectLease - SOON]) {
      await sleep(seconds);
      const late = await authentications.findLatest(id);
      if (late !== undefined) await abandonOrder(late, 'declined');
    }
  };
}

import { isPending } from '../../domain/authentication.ts';
import type { Authentications } from '../../ports/authentications.ts';
import type { Sleep } from '../../ports/sleep.ts';
import type { AbandonOrder } from '../order/abandon-order.ts';
import type { Login } from './login.ts';

interface Deps {
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
const PATIENCE = 5;

/**
 * Leave: an order that nobody looks at any more must not wait in somebody's app. On the same device the app stands in
 * front of the page, and a browser may let go of it; there the order ends by itself.
 */
export function makeLeaveLogin({ authentications, abandonOrder, sleep }: Deps): LeaveLogin {
  return async function leaveLogin(login) {
    await sleep(SETTLING);
    const left = await authentications.findLatest(login.id);
    if (left === undefined || !isPending(left) || left.device !== 'other') return;
    await sleep(PATIENCE);
    const attempt = await authentications.find(left.id);
    if (attempt === undefined || !isPending(attempt)) return;
    const isAskedAbout = attempt.progress.collectAfter > left.progress.collectAfter;
    if (!isAskedAbout) await abandonOrder(attempt, 'expired');
  };
}

import type { Authentications, Poller } from '../../ports/authentications.ts';
import type { AttemptIdOf, Clock } from '../../ports/runtime.ts';
import type { AbandonOrder } from '../order/abandon-order.ts';
import { ownAttempt } from './poll-request.ts';

interface Deps {
  readonly authentications: Authentications;
  readonly abandonOrder: AbandonOrder;
  readonly attemptIdOf: AttemptIdOf;
  readonly clock: Clock;
}

/** The application gives its CIBA or headless request up. */
export interface CancelRequest {
  /** False when it has no such request. Cancelling again changes nothing. */
  (requestId: string, by: Poller): Promise<boolean>;
}

/** Cancel: the eID lets the person go at once, and a person who was identified just before is given to nobody. */
export function makeCancelRequest(deps: Deps): CancelRequest {
  const { authentications, abandonOrder, attemptIdOf, clock } = deps;

  return async function cancelRequest(requestId, by) {
    const attempt = await ownAttempt(authentications, attemptIdOf(requestId), by);
    if (attempt === undefined) return false;
    const { id, progress } = await abandonOrder(attempt, 'declined');
    if (progress.state === 'identified') await authentications.consumeResult(id, clock());
    return true;
  };
}

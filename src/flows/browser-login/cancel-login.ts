import type { Authentication } from '../../domain/authentication.ts';
import type { Ending } from '../../domain/progress.ts';
import type { Authentications } from '../../ports/authentications.ts';
import type { Clock } from '../../ports/clock.ts';
import type { AbandonOrder } from '../order/abandon-order.ts';

interface Deps {
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
export function makeCancelLogin({ authentications, abandonOrder, clock }: Deps): CancelLogin {
  return async function cancelLogin(latest) {
    if (latest === undefined) return 'declined';
    const attempt = await abandonOrder(latest, 'declined');
    if (attempt.progress.state === 'ended') return attempt.progress.why;
    await authentications.handOut(attempt.id, clock());
    return 'declined';
  };
}

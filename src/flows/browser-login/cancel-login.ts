import type { Ending } from '../../domain/progress.ts';
import type { Authentications } from '../../ports/authentications.ts';
import type { Clock } from '../../ports/clock.ts';
import type { AbandonOrder } from '../order/abandon-order.ts';
import type { Login } from './login.ts';

interface Deps {
  readonly authentications: Authentications;
  readonly abandonOrder: AbandonOrder;
  readonly clock: Clock;
}

/** The person leaves our page. */
export interface CancelLogin {
  /** Answers the reason that the application is told. */
  (login: Login): Promise<Ending>;
}

/**
 * Cancel: an attempt that had already ended keeps its own reason. A person whom the eID identified just
 * before is given to nobody: taking the result here leaves none for another tab.
 */
export function makeCancelLogin({ authentications, abandonOrder, clock }: Deps): CancelLogin {
  return async function cancelLogin(login) {
    const latest = await authentications.findLatest(login.id);
    if (latest === undefined) return 'declined';
    const attempt = await abandonOrder(latest, 'declined');
    if (attempt.progress.state === 'ended') return attempt.progress.why;
    await authentications.handOut(attempt.id, clock());
    return 'declined';
  };
}

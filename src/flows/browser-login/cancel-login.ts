import { isPending } from '../../domain/authentication.ts';
import type { Ending } from '../../domain/progress.ts';
import type { Authentications } from '../../ports/authentications.ts';
import type { AbandonOrder } from '../order/abandon-order.ts';
import type { Login } from './login.ts';

interface Deps {
  readonly authentications: Authentications;
  readonly abandonOrder: AbandonOrder;
}

/** The person leaves our page. */
export interface CancelLogin {
  /** Answers the reason that the application is told. */
  (login: Login): Promise<Ending>;
}

/** Cancel: an attempt that had already ended keeps its own reason. */
export function makeCancelLogin({ authentications, abandonOrder }: Deps): CancelLogin {
  return async function cancelLogin(login) {
    const attempt = await authentications.findLatest(login.id);
    if (attempt === undefined) return 'declined';
    if (isPending(attempt)) await abandonOrder(attempt, 'declined');
    return attempt.progress.state === 'ended' ? attempt.progress.why : 'declined';
  };
}

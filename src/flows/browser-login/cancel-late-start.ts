import { lifetimes } from '../../domain/lifetimes.ts';
import type { Authentications } from '../../ports/authentications.ts';
import type { Sleep } from '../../ports/sleep.ts';
import type { AbandonOrder } from '../order/abandon-order.ts';
import type { Login } from './login.ts';

interface Deps {
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
export function makeCancelLateStart(deps: Deps): CancelLateStart {
  const { authentications, abandonOrder, sleep } = deps;

  return async function cancelLateStart({ id }) {
    for (const seconds of [SOON, lifetimes.collectLease - SOON]) {
      await sleep(seconds);
      const late = await authentications.findLatest(id);
      if (late !== undefined) await abandonOrder(late, 'declined');
    }
  };
}

import type { Authentication, PendingAuthentication } from '../../domain/authentication.ts';
import { lifetimes, secondsAfter } from '../../domain/lifetimes.ts';
import type { Authentications } from '../../ports/authentications.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Eid, StartRequest } from '../../ports/eid.ts';

interface Deps {
  readonly authentications: Authentications;
  readonly clock: Clock;
}

/** Everything of a new attempt but what the eID's answer decides. */
export type Attempt = Omit<Authentication, 'progress' | 'createdAt' | 'returned' | 'handedOutAt'>;

/** Starts an order at the eID and stores the attempt that waits for it. */
export interface StartOrder {
  /**
   * Undefined when the login already had a pending attempt: ours is then cancelled at the eID.
   * @throws {Failure} as `Eid.start`
   */
  (eid: Eid, attempt: Attempt, request: StartRequest): Promise<PendingAuthentication | undefined>;
}

/** Start: the eID first, so that no attempt is ever stored without its order. */
export function makeStartOrder({ authentications, clock }: Deps): StartOrder {
  return async function startOrder(eid, attempt, request) {
    const createdAt = clock();
    const order = await eid.start(request);
    const pending: PendingAuthentication = {
      ...attempt,
      createdAt,
      returned: undefined,
      handedOutAt: undefined,
      progress: {
        state: 'pending',
        stage: 'first-interaction',
        hint: '',
        order,
        collectAfter: secondsAfter(clock(), lifetimes.collectInterval),
      },
    };
    if (await authentications.begin(pending)) return pending;
    await eid.cancel(order);
    return undefined;
  };
}

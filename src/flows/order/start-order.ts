import type { Authentication, PendingAuthentication } from '../../domain/authentication.ts';
import { lifetimes, secondsAfter } from '../../domain/lifetimes.ts';
import type { Authentications } from '../../ports/authentications.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Eid, StartRequest } from '../../ports/eid.ts';
import { makeRecordOrder } from './record-order.ts';

interface Deps {
  readonly authentications: Authentications;
  readonly clock: Clock;
}

/** Everything of a new attempt but what the eID's answer decides. */
export type Attempt = Omit<Authentication, 'progress' | 'createdAt' | 'returned' | 'handedOutAt'>;

/** Starts an order at the eID for a new attempt. */
export interface StartOrder {
  /**
   * Undefined when the login has a pending attempt already, and when ours was ended while the eID answered:
   * its order is then cancelled. A start that fails leaves no attempt behind.
   * @throws {Failure} as `Eid.start`
   */
  (eid: Eid, attempt: Attempt, request: StartRequest): Promise<Authentication | undefined>;
}

/**
 * Start: our record first, so that the eID is asked once however often the person clicks, and whoever cancels
 * finds something to end. The starter holds the first turn; should it die, the lease ends.
 */
export function makeStartOrder({ authentications, clock }: Deps): StartOrder {
  const recordOrder = makeRecordOrder({ authentications, clock });

  return async function startOrder(eid, attempt, request) {
    const reserved = reservation(attempt, clock());
    if (!(await authentications.begin(reserved))) return undefined;
    const order = await eid.start(request).catch(async (error) => {
      await authentications.discard(attempt.id);
      throw error;
    });
    return recordOrder(eid, { number: 0, attempt: reserved }, order);
  };
}

function reservation(attempt: Attempt, createdAt: Date): PendingAuthentication {
  return {
    ...attempt,
    createdAt,
    returned: undefined,
    handedOutAt: undefined,
    progress: {
      state: 'pending',
      stage: 'first-interaction',
      hint: '',
      order: undefined,
      collectAfter: secondsAfter(createdAt, lifetimes.collectLease),
    },
  };
}

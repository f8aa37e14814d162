import type {
  Authentication,
  PendingAttempt,
  PendingAuthentication,
} from '../../domain/authentication.ts';
import { lifetimes, secondsAfter } from '../../domain/lifetimes.ts';
import type { Authentications } from '../../ports/authentications.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Eid, StartRequest } from '../../ports/eid.ts';
import { cancelUnlessStored } from './cancel-unless-stored.ts';
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

/** Start: of many clicks at the same time one order is left, at the eID and in our records. */
export function makeStartOrder({ authentications, clock }: Deps): StartOrder {
  const recordOrder = makeRecordOrder({ authentications, clock });

  return function startOrder(eid, attempt, request) {
    const secondWouldEndFirst = attempt.loginId !== undefined && request.person !== undefined;
    return secondWouldEndFirst ? reserve(eid, attempt, request) : askFirst(eid, attempt, request);
  };

  /** Nobody has seen an order that comes too late: its person is asked by the other one, if by any. */
  async function askFirst(eid: Eid, attempt: Attempt, request: StartRequest) {
    const createdAt = clock();
    const order = await eid.start(request);
    const collectAfter = secondsAfter(clock(), lifetimes.collectInterval);
    const pending = pendingOf(attempt, { createdAt, order, collectAfter });
    return cancelUnlessStored(eid, order, async () =>
      (await authentications.begin(pending)) ? pending : undefined,
    );
  }

  /**
   * A second order for the person who is named would end the first, so our record comes first: the eID is asked once
   * however often somebody clicks. The starter holds the first turn; should it die, the lease ends.
   */
  async function reserve(eid: Eid, attempt: Attempt, request: StartRequest) {
    const began = clock();
    const until = secondsAfter(began, lifetimes.collectLease);
    const progress = { createdAt: began, order: undefined, collectAfter: until };
    const reserved = pendingOf(attempt, progress);
    if (!(await authentications.begin(reserved))) return undefined;
    const order = await eid.start(request).catch(async (error) => {
      await authentications.discard(attempt.id);
      throw error;
    });
    return recordOrder(eid, { number: 0, began, until, attempt: reserved }, order);
  }
}

function pendingOf(
  attempt: Attempt,
  {
    createdAt,
    order,
    collectAfter,
  }: Pick<PendingAttempt, 'order' | 'collectAfter'> & { readonly createdAt: Date },
): PendingAuthentication {
  return {
    ...attempt,
    createdAt,
    returned: undefined,
    handedOutAt: undefined,
    progress: { state: 'pending', stage: 'first-interaction', hint: '', order, collectAfter },
  };
}

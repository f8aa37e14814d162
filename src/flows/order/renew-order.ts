import type { Authentication } from '../../domain/authentication.ts';
import { Failure } from '../../domain/failure.ts';
import type { JsonObject } from '../../domain/json.ts';
import { lifetimes, secondsAfter } from '../../domain/lifetimes.ts';
import type { Progress } from '../../domain/progress.ts';
import type { Authentications, Lease } from '../../ports/authentications.ts';
import type { Eid } from '../../ports/eid.ts';
import type { Log } from '../../ports/log.ts';
import type { Clock } from '../../ports/runtime.ts';
import { makeRecordOrder } from './start-order.ts';

interface Deps {
  readonly authentications: Authentications;
  readonly clock: Clock;
  readonly log: Log;
}

/** Starts the order that replaces one that was not opened in time. */
export type RenewOrder = (eid: Eid) => Promise<JsonObject>;

/** How the eID says that an order is over without a person. */
export type Ended = Extract<Progress, { readonly state: 'ended' }>;

/** An order that is to be replaced. */
export interface Unopened {
  readonly eid: Eid;
  readonly lease: Lease;
  readonly answer: Ended;
  readonly renew: RenewOrder;
}

/** Replaces an order that was not opened. Undefined when the attempt ended or the lease was lost meanwhile. */
export interface ReplaceOrder {
  (unopened: Unopened): Promise<Authentication | undefined>;
}

/**
 * Replace: while the eID cannot start an order, the request of an application waits for the next turn, until it
 * expires; a person in front of our page is told at once. Nobody who has another order is asked twice: each start
 * would end that one.
 */
export function makeReplaceOrder({ authentications, clock, log }: Deps): ReplaceOrder {
  const recordOrder = makeRecordOrder({ authentications, clock });

  return async function replaceOrder({ eid, lease, answer, renew }) {
    const order = await renew(eid).catch((error: unknown) => refusalIn(error, lease));
    if (!(order instanceof Failure)) return recordOrder(eid, lease, order);
    const waits = order.code === 'eid-unavailable' && lease.attempt.channel !== 'browser';
    if (waits) return wait(lease);
    return authentications.recordOutcome(lease, { ...endingOf(order, answer), at: clock() });
  };

  function refusalIn(error: unknown, { attempt }: Lease): Failure {
    if (!(error instanceof Failure)) throw error;
    const { code, hint, detail } = error;
    const facts = { authentication: attempt.id, code, hint, detail };
    if (!error.notAttempted) log.warn('order.renewal_failed', facts);
    return error;
  }

  function wait(lease: Lease): Promise<Authentication | undefined> {
    const { stage, hint } = lease.attempt.progress;
    const collectAfter = nextLease(lease, clock());
    return authentications.recordPending(lease, { stage, hint, order: 'gone', collectAfter });
  }
}

/** That the eID did not work is never called a denial. */
function endingOf({ code, hint }: Failure, unopened: Ended): Ended {
  if (code === 'eid-unavailable' || code === 'too-many-requests') return unopened;
  if (code === 'eid-busy-with-person') return { state: 'ended', why: 'superseded', hint };
  return { state: 'ended', why: 'lost', hint };
}

/** The time of the next query: counted from the start of this lease, however long its answer took. */
export function nextLease({ began }: Lease, now: Date): Date {
  const next = secondsAfter(began, lifetimes.collectInterval);
  return next > now ? next : now;
}

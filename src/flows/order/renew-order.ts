import type { Authentication } from '../../domain/authentication.ts';
import { Failure } from '../../domain/failure.ts';
import type { JsonObject } from '../../domain/json.ts';
import type { Progress } from '../../domain/progress.ts';
import type { Authentications, Lease } from '../../ports/authentications.ts';
import type { OrderEid } from '../../ports/eid.ts';
import type { Log } from '../../ports/log.ts';
import type { NoteSteps } from '../../ports/login-timelines.ts';
import type { Clock } from '../../ports/runtime.ts';
import { attemptFacts, eidFailureNote } from './eid-failure.ts';
import { collectAtAfter, makeRecordOrder } from './start-order.ts';

interface Deps {
  readonly authentications: Authentications;
  readonly noteSteps: Pick<NoteSteps, 'note'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Starts the order that replaces one that was not opened in time. */
export type RenewOrder = (eid: OrderEid) => Promise<JsonObject>;

/** The eID's answer that an order ended without an identity. */
export type Ended = Extract<Progress, { readonly state: 'ended' }>;

/** An unopened order. */
export interface Unopened {
  readonly eid: OrderEid;
  readonly lease: Lease;
  readonly answer: Ended;
  readonly renew: RenewOrder;
}

/** Replaces an order that was not opened. Undefined when the attempt ended or the lease was lost meanwhile. */
export interface ReplaceOrder {
  (unopened: Unopened): Promise<Authentication | undefined>;
}

/**
 * While the eID is unavailable, a backchannel request tries again under the next lease, until it expires. A login page
 * shows the end at once. A person with another order gets no second one: each start would end the other order.
 */
export function makeReplaceOrder({ authentications, noteSteps, clock, log }: Deps): ReplaceOrder {
  const recordOrder = makeRecordOrder({ authentications, clock });

  return async function replaceOrder({ eid, lease, answer, renew }) {
    const order = await renew(eid).catch((error: unknown) => failureIn(error, lease));
    if (!(order instanceof Failure)) return recordOrder(eid, lease, order);
    const mayRetry = order.code === 'eid-unavailable' && lease.authentication.channel !== 'browser';
    if (mayRetry) return retryLater(lease, eid);
    return authentications.recordOutcome(lease, { ...endingOf(order, answer), at: clock() });
  };

  function failureIn(error: unknown, { authentication }: Lease): Failure {
    if (!(error instanceof Failure)) throw error;
    const { code, hintCode, detail } = error;
    const facts = { ...attemptFacts(authentication), code, hintCode, detail };
    noteSteps.note(eidFailureNote(authentication, error, clock()));
    if (!error.notAttempted) log.warn('order.renewal_failed', facts);
    return error;
  }

  function retryLater(lease: Lease, eid: OrderEid): Promise<Authentication | undefined> {
    const { stage, hintCode } = lease.authentication.progress;
    const collectAfter = nextCollectAt(lease, eid, clock());
    return authentications.recordPending(lease, { stage, hintCode, order: 'gone', collectAfter });
  }
}

/** A failure of the eID is never reported as a denial. */
function endingOf({ code, hintCode }: Failure, unopened: Ended): Ended {
  if (code === 'eid-unavailable' || code === 'too-many-requests') return unopened;
  if (code === 'eid-busy-with-person') return { state: 'ended', why: 'superseded', hintCode };
  return { state: 'ended', why: 'lost', hintCode };
}

/** The time of the next collect, counted from the start of this lease. */
export function nextCollectAt({ began }: Lease, eid: OrderEid, now: Date): Date {
  const next = collectAtAfter(began, eid);
  return next > now ? next : now;
}

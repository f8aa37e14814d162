import { type Authentication, isPending } from '../../domain/authentication.ts';
import { Failure, unavailableIn } from '../../domain/failure.ts';
import { lifetimes, secondsAfter } from '../../domain/lifetimes.ts';
import { laterStage, type Progress } from '../../domain/progress.ts';
import type {
  AttemptSnapshot,
  Authentications,
  Lease,
  Outcome,
} from '../../ports/authentications.ts';
import type { ConfigurationSource } from '../../ports/configuration.ts';
import type { Eid } from '../../ports/eid.ts';
import type { Log } from '../../ports/log.ts';
import type { Clock, Sleep } from '../../ports/runtime.ts';
import type { AbandonOrder } from './abandon-order.ts';
import { makeReplaceOrder, nextLease, type RenewOrder } from './renew-order.ts';

interface Deps {
  readonly authentications: Authentications;
  readonly configurationSource: ConfigurationSource;
  readonly abandonOrder: AbandonOrder;
  readonly sleep: Sleep;
  readonly clock: Clock;
  readonly log: Log;
}

/** Brings an attempt up to date. */
export interface AdvanceOrder {
  /**
   * Answers the attempt as it now stands. Asks the eID at most every two seconds over all replicas,
   * whoever calls and however often: with the turn of the look, else it takes one when it is due. `renew` starts a
   * new order when nobody opened the present one.
   */
  (snapshot: AttemptSnapshot, renew?: RenewOrder): Promise<Authentication>;
}

/** What was learned in one turn, and what to do if nobody opened the order. */
interface Update {
  readonly eid: Eid;
  readonly lease: Lease;
  readonly answer: Progress;
  readonly renew: RenewOrder | undefined;
}

/** What an eID says last. */
type FinalAnswer = Exclude<Progress, { readonly state: 'pending' }>;

/** Who asks, collects: there is no background worker, only the right to ask, held for one question. */
export function makeAdvanceOrder(deps: Deps): AdvanceOrder {
  const { authentications, configurationSource, abandonOrder, clock, log } = deps;
  const recordOutcome = makeRecordOutcome(deps);
  const replaceOrder = makeReplaceOrder({ authentications, clock, log });

  return async function advanceOrder({ attempt, lease: taken }, renew) {
    if (!isPending(attempt)) return attempt;
    const configuration = await configurationSource.current();
    const eid = configuration.eid(attempt.issuer, attempt.acr)?.eid;
    if (eid === undefined) return abandonOrder(attempt, 'failed');
    if (attempt.expiresAt <= clock()) return abandonOrder(attempt, 'expired');
    if (taken === undefined && attempt.progress.collectAfter > clock()) return attempt;

    const lease = taken ?? (await acquireLease(attempt));
    // Who was held up for that long has lost the turn to somebody else.
    if (lease === undefined || clock() >= lease.until) return latest(attempt);
    const answer = await ask(eid, lease);
    return (await record({ eid, lease, answer, renew })) ?? latest(attempt);
  };

  function acquireLease({ id }: Authentication): Promise<Lease | undefined> {
    const now = clock();
    const leaseUntil = secondsAfter(now, lifetimes.collectLease);
    return authentications.acquireLease(id, { now, leaseUntil });
  }

  /** An eID that cannot answer now leaves the attempt pending: unavailable is not a refusal. */
  async function ask(eid: Eid, { attempt }: Lease): Promise<Progress> {
    const { order, stage, hint } = attempt.progress;
    // Whoever started it died before the order was recorded, or the next one is yet to be started.
    if (order === undefined) return { state: 'ended', why: 'not-started', hint: undefined };
    try {
      return await eid.collect(order);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const { code, hint: why, detail } = error;
      const facts = { authentication: attempt.id, code, hint: why, detail };
      if (!error.notAttempted) log.warn('order.collect_failed', facts);
      if (code === 'eid-unavailable') return { state: 'pending', stage, hint };
      return { state: 'ended', why: 'lost', hint: why };
    }
  }

  async function record({
    eid,
    lease,
    answer,
    renew,
  }: Update): Promise<Authentication | undefined> {
    if (answer.state === 'pending') {
      const { hint } = answer;
      const stage = laterStage(lease.attempt.progress.stage, answer.stage);
      const update = { stage, hint, order: undefined, collectAfter: nextLease(lease, clock()) };
      return authentications.recordPending(lease, update);
    }
    if (answer.state === 'ended' && answer.why === 'not-started' && renew !== undefined) {
      return replaceOrder({ eid, lease, answer, renew });
    }
    return recordOutcome(lease, { ...validated(lease, answer), at: clock() });
  }

  async function latest(authentication: Authentication): Promise<Authentication> {
    return (await authentications.find(authentication.id)) ?? authentication;
  }
}

/** Somebody else than the one who was named is never stored: nobody asked for that person. */
function validated({ attempt }: Lease, answer: FinalAnswer): FinalAnswer {
  const { person } = attempt.intent;
  if (answer.state === 'ended' || person === undefined) return answer;
  if (answer.identity.nationalId === person) return answer;
  return { state: 'ended', why: 'other-person', hint: undefined };
}

/** An attempt that somebody has at hand, found without the turn. */
export function snapshotOf(attempt: Authentication): AttemptSnapshot {
  return { attempt, lease: undefined };
}

/** Stores a final answer of an eID. */
interface RecordOutcome {
  /** As `Authentications.recordOutcome`. Tries until the turn ends while the store is out of reach. */
  (lease: Lease, outcome: Outcome): Promise<Authentication | undefined>;
}

const MOST_TRIES = 24;
const PAUSE = 0.5;

/**
 * Record: the eID will not say it again, so it is worth some patience, as long as the turn lasts: after that another
 * replica asks, and hears that there is no such order. A try whose success we did not hear of costs nothing.
 */
function makeRecordOutcome({
  authentications,
  sleep,
  clock,
}: Pick<Deps, 'authentications' | 'sleep' | 'clock'>): RecordOutcome {
  return async function recordOutcome(lease, outcome) {
    for (let tries = 1; ; tries += 1) {
      try {
        return await authentications.recordOutcome(lease, outcome);
      } catch (error) {
        const mayTryAgain = tries < MOST_TRIES && clock() < lease.until;
        if (!mayTryAgain || unavailableIn(error) === undefined) throw error;
        await sleep(PAUSE);
      }
    }
  };
}

import { type Authentication, isPending } from '../../domain/authentication.ts';
import { Failure, serviceUnavailableIn } from '../../domain/failure.ts';
import { lifetimes, secondsAfter } from '../../domain/lifetimes.ts';
import { laterStage, type Progress } from '../../domain/progress.ts';
import type {
  AuthenticationSnapshot,
  Authentications,
  Lease,
  Outcome,
} from '../../ports/authentications.ts';
import type { ConfigurationSource } from '../../ports/configuration.ts';
import type { OrderEid, ReturnParameters } from '../../ports/eid.ts';
import type { Log } from '../../ports/log.ts';
import type { NoteSteps } from '../../ports/login-timelines.ts';
import type { Clock, Sleep } from '../../ports/runtime.ts';
import type { AbandonOrder } from './abandon-order.ts';
import { attemptFacts, eidFailureNote } from './eid-failure.ts';
import { eidOfAttempt } from './offered-eid.ts';
import { makeReplaceOrder, nextCollectAt, type RenewOrder } from './renew-order.ts';
import { releasedBy } from './through.ts';

interface Deps {
  readonly authentications: Authentications;
  readonly configurationSource: ConfigurationSource;
  readonly abandonOrder: AbandonOrder;
  readonly noteSteps: Pick<NoteSteps, 'note'>;
  readonly sleep: Sleep;
  readonly clock: Clock;
  readonly log: Log;
}

/** Updates an attempt. */
export interface AdvanceOrder {
  /**
   * Returns the updated attempt. Collects the order at most every two seconds over all replicas. It uses the lease of
   * the snapshot, or acquires one when the attempt is due. `renew` starts a new order when the current one was not
   * opened.
   */
  (snapshot: AuthenticationSnapshot, renew?: RenewOrder): Promise<Authentication>;
}

/** The eID's answer under one lease. */
interface Answered {
  readonly eid: OrderEid;
  readonly lease: Lease;
  readonly answer: Progress;
  readonly renew: RenewOrder | undefined;
}

/** A final answer of an eID. */
type FinalAnswer = Exclude<Progress, { readonly state: 'pending' }>;

const LOST = { state: 'ended', why: 'lost', hintCode: undefined } as const;

/** No background worker collects orders: the callers do, each under a lease for one collect. */
export function makeAdvanceOrder(deps: Deps): AdvanceOrder {
  const { authentications, configurationSource, abandonOrder, noteSteps, clock, log } = deps;
  const recordOutcome = makeRecordOutcome(deps);
  const replaceOrder = makeReplaceOrder({ authentications, noteSteps, clock, log });

  return async function advanceOrder({ authentication, lease: acquired }, renew) {
    if (!isPending(authentication)) return authentication;
    const configuration = await configurationSource.current();
    const eid = eidOfAttempt(configuration, authentication);
    if (eid === undefined) return abandonOrder(authentication, 'failed');
    if (authentication.expiresAt <= clock()) return abandonOrder(authentication, 'expired');
    if (acquired === undefined && authentication.progress.collectAfter > clock())
      return authentication;

    const lease = acquired ?? (await acquireLease(authentication));
    // A caller that was delayed beyond its lease must not collect: another caller may have the lease.
    if (lease === undefined || clock() >= lease.until) return latest(authentication);
    const recorded =
      eid.kind === 'order'
        ? await record({ eid, lease, answer: await collect(eid, lease), renew })
        : // Its answer was taken, and the lease has ended without an outcome.
          await recordOutcome(lease, { ...LOST, at: clock() });
    return recorded ?? latest(authentication);
  };

  function acquireLease({ id }: Authentication): Promise<Lease | undefined> {
    const now = clock();
    const leaseUntil = secondsAfter(now, lifetimes.collectLease);
    return authentications.acquireLease(id, { now, leaseUntil });
  }

  /** While the eID is unavailable, the attempt stays pending: that is no denial. */
  async function collect(eid: OrderEid, { authentication }: Lease): Promise<Progress> {
    const { order, stage, hintCode } = authentication.progress;
    // The replica stopped before it recorded the order, or the replacement of an order is not started yet.
    if (order === undefined) return { state: 'ended', why: 'not-opened', hintCode: undefined };
    try {
      return await eid.collect(order, returnParametersOf(authentication));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const { code, hintCode: failedWith, detail } = error;
      const facts = { ...attemptFacts(authentication), code, hintCode: failedWith, detail };
      noteSteps.note(eidFailureNote(authentication, error, clock()));
      if (!error.notAttempted) log.warn('order.collect_failed', facts);
      if (code === 'eid-unavailable') return { state: 'pending', stage, hintCode };
      return { state: 'ended', why: 'lost', hintCode: failedWith };
    }
  }

  async function record({
    eid,
    lease,
    answer,
    renew,
  }: Answered): Promise<Authentication | undefined> {
    if (answer.state === 'pending') {
      const { hintCode, pauseSeconds = 0 } = answer;
      const now = clock();
      const next = nextCollectAt(lease, eid, now);
      const demanded = secondsAfter(now, pauseSeconds);
      const stage = laterStage(lease.authentication.progress.stage, answer.stage);
      const update = {
        stage,
        hintCode,
        order: undefined,
        collectAfter: demanded > next ? demanded : next,
      };
      return authentications.recordPending(lease, update);
    }
    const isUnopened = answer.state === 'ended' && answer.why === 'not-opened';
    if (isUnopened && renew !== undefined) return replaceOrder({ eid, lease, answer, renew });
    const configuration = await configurationSource.current();
    const at = clock();
    const outcome = validated(lease, answer);
    const released = releasedBy(configuration, lease.authentication, outcome, at);
    return recordOutcome(lease, { ...released, at });
  }

  async function latest(authentication: Authentication): Promise<Authentication> {
    return (await authentications.find(authentication.id)) ?? authentication;
  }
}

/** Undefined before the app has returned to the browser of the login. */
function returnParametersOf({
  returned,
  returnParameters = {},
}: Authentication): ReturnParameters | undefined {
  return returned === 'here' ? returnParameters : undefined;
}

/** The identity of another person than the named one, or than the one of the typed number, is never stored. */
export function validated({ authentication }: Lease, answer: FinalAnswer): FinalAnswer {
  const { person, typed } = authentication.intent;
  if (answer.state === 'ended') return answer;
  const { nationalId } = answer.identity;
  if (nationalId === (person ?? nationalId) && nationalId === (typed ?? nationalId)) return answer;
  return { state: 'ended', why: 'other-person', hintCode: undefined };
}

/** A snapshot without a lease. */
export function snapshotOf(authentication: Authentication): AuthenticationSnapshot {
  return { authentication, lease: undefined };
}

/** Stores a final answer of an eID. */
export interface RecordOutcome {
  /** As `Authentications.recordOutcome`. While the store is unavailable, retries until the lease ends. */
  (lease: Lease, outcome: Outcome): Promise<Authentication | undefined>;
}

const MAX_TRIES = 24;
const PAUSE = 0.5;

/**
 * The eID gives a final answer only once, so a failed write is retried until the lease ends. Afterwards another
 * replica collects and finds no such order. A repeated write does no harm.
 */
export function makeRecordOutcome({
  authentications,
  sleep,
  clock,
}: Pick<Deps, 'authentications' | 'sleep' | 'clock'>): RecordOutcome {
  return async function recordOutcome(lease, outcome) {
    for (let tries = 1; ; tries += 1) {
      try {
        return await authentications.recordOutcome(lease, outcome);
      } catch (error) {
        const mayTryAgain = tries < MAX_TRIES && clock() < lease.until;
        if (!mayTryAgain || serviceUnavailableIn(error) === undefined) throw error;
        await sleep(PAUSE);
      }
    }
  };
}

import type { Authentication } from '../../domain/authentication.ts';
import { isJsonObject } from '../../domain/json.ts';
import { lifetimes, secondsAfter } from '../../domain/lifetimes.ts';
import type { Authentications, Lease } from '../../ports/authentications.ts';
import type { ConfigurationSource } from '../../ports/configuration.ts';
import type { RedirectAnswer, RedirectOutcome } from '../../ports/eid.ts';
import type { Log } from '../../ports/log.ts';
import type { NoteSteps } from '../../ports/login-timelines.ts';
import type { Clock, Sleep } from '../../ports/runtime.ts';
import { makeRecordOutcome, validated } from '../order/advance-order.ts';
import { attemptFacts, eidFailureNote } from '../order/eid-failure.ts';
import { eidOn } from '../order/offered-eid.ts';
import { releasedBy, servingAcr } from '../order/through.ts';
import type { CallbackState } from './callback-state.ts';

interface Deps {
  readonly authentications: Authentications;
  readonly configurationSource: ConfigurationSource;
  readonly noteSteps: Pick<NoteSteps, 'note'>;
  readonly sleep: Sleep;
  readonly clock: Clock;
  readonly log: Log;
}

/** A browser at the callback of an eID. */
export interface Arrival {
  /** The eID of the callback's path. */
  readonly eid: string;
  readonly state: CallbackState;
  readonly answer: RedirectAnswer;
  /** The secret of this browser; undefined when it has none for this login. */
  readonly browserSecret: string | undefined;
}

/**
 * - `identified`: the login continues at the application
 * - `ended`: the login's page shows why, also for an answer that came before
 * - `other-browser`: another browser started the login, or cookies are blocked; nothing changed
 */
export type ArrivalResult = 'identified' | 'ended' | 'other-browser';

/** Receives the answer of an eID with its own pages. `show` gets the attempt to which it belongs, once that is proved. */
export type ReceiveAnswer = (
  arrival: Arrival,
  show?: (attempt: Pick<Authentication, 'supportCode'>) => void,
) => Promise<ArrivalResult>;

/**
 * An answer is taken once, and whatever fails then is final: the eID gives it only once. A replica that stops in between
 * leaves an attempt that ends as `lost`.
 */
export function makeReceiveAnswer(deps: Deps): ReceiveAnswer {
  const { authentications, configurationSource, noteSteps, clock, log } = deps;
  const recordOutcome = makeRecordOutcome(deps);

  return async function receiveAnswer({ eid: name, state, answer, browserSecret }, show) {
    if (!state.isOf(browserSecret)) return 'other-browser';
    const now = clock();
    const leaseUntil = secondsAfter(now, lifetimes.collectLease);
    const lease = await authentications.takeReturn(state.authenticationId, { now, leaseUntil });
    const attempt = lease?.authentication ?? (await authentications.find(state.authenticationId));
    if (attempt !== undefined) show?.(attempt);
    if (lease === undefined) return 'ended';
    const outcome = await outcomeOf(lease, { name, answer });
    const configuration = await configurationSource.current();
    const at = clock();
    const allowed = validated(lease, outcome);
    const released = releasedBy(configuration, lease.authentication, allowed, at);
    const recorded = await recordOutcome(lease, { ...released, at });
    return recorded?.progress.state === 'identified' ? 'identified' : 'ended';
  };

  async function outcomeOf(
    { authentication }: Lease,
    { name, answer }: { readonly name: string; readonly answer: RedirectAnswer },
  ): Promise<RedirectOutcome> {
    const { issuer, channel, progress } = authentication;
    const configuration = await configurationSource.current();
    const offered = configuration.eid(issuer, servingAcr(configuration, authentication));
    const eid = offered && eidOn(offered, channel);
    const kept = progress.order?.kept;
    if (eid?.kind !== 'redirect' || offered?.offer.name !== name || !isJsonObject(kept)) {
      log.warn('answer.unexpected', { ...attemptFacts(authentication), eid: name });
      return { state: 'ended', why: 'unverified', hintCode: undefined };
    }
    try {
      return await eid.finish(kept, answer);
    } catch (cause) {
      log.error('answer.failed', { ...attemptFacts(authentication), eid: name, cause });
      noteSteps.note(eidFailureNote(authentication, cause, clock()));
      return { state: 'ended', why: 'lost', hintCode: undefined };
    }
  }
}

import type { PendingAuthentication } from '../../domain/authentication.ts';
import { type Authentication, isPending } from '../../domain/authentication.ts';
import { Failure } from '../../domain/failure.ts';
import type { JsonObject } from '../../domain/json.ts';
import { lifetimes, secondsAfter } from '../../domain/lifetimes.ts';
import type { Progress } from '../../domain/progress.ts';
import type { Authentications, Outcome, Turn } from '../../ports/authentications.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Directory } from '../../ports/directory.ts';
import type { Eid } from '../../ports/eid.ts';
import type { Log } from '../../ports/log.ts';

interface Deps {
  readonly authentications: Authentications;
  readonly directory: Directory;
  readonly clock: Clock;
  readonly log: Log;
}

/** Brings an attempt up to date. */
export interface AdvanceOrder {
  /**
   * Answers the attempt as it now stands. Asks the eID at most every two seconds over all replicas,
   * whoever calls and however often. `renew` starts a new order when nobody opened the present one.
   */
  (authentication: Authentication, renew?: RenewOrder): Promise<Authentication>;
}

/** Starts the order that replaces one which nobody opened in time. Undefined: let it end. */
export type RenewOrder = (eid: Eid) => Promise<JsonObject | undefined>;

/** Who asks, collects: there is no background worker, only the right to ask, held for one question. */
export function makeAdvanceOrder(deps: Deps): AdvanceOrder {
  const { authentications, directory, clock } = deps;

  return async function advanceOrder(authentication, renew) {
    if (!isPending(authentication)) return authentication;
    const configuration = await directory.current();
    const eid = configuration.eid(authentication.issuer, authentication.acr)?.eid;
    if (eid === undefined) return end(authentication, { why: 'failed', hint: 'eid-not-offered' });
    if (authentication.expiresAt <= clock()) return expire(authentication, eid);
    if (authentication.progress.collectAfter > clock()) return authentication;

    const turn = await takeTurn(authentication.id);
    if (turn === undefined) return latest(authentication);
    const answer = await ask(eid, authentication);
    return (await record({ eid, turn, answer, authentication, renew })) ?? latest(authentication);
  };

  function takeTurn(id: string): Promise<Turn | undefined> {
    const now = clock();
    return authentications.takeTurn(id, {
      now,
      leaseUntil: secondsAfter(now, lifetimes.collectLease),
    });
  }

  /** An eID that cannot answer now leaves the attempt pending: unavailable is not a refusal. */
  async function ask(eid: Eid, authentication: PendingAuthentication): Promise<Progress> {
    const { order, stage, hint } = authentication.progress;
    try {
      return await eid.collect(order);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      deps.log.warn('order.collect_failed', {
        authentication: authentication.id,
        code: error.code,
        hint: error.hint,
        detail: error.detail,
      });
      return error.code === 'eid-unavailable'
        ? { state: 'pending', stage, hint }
        : { state: 'ended', why: 'lost', hint: error.hint ?? error.code };
    }
  }

  async function record(news: News): Promise<Authentication | undefined> {
    const { eid, turn, answer, authentication } = news;
    const { order } = authentication.progress;
    switch (answer.state) {
      case 'pending':
        return authentications.recordPending(turn, { ...answer, order, collectAfter: nextTurn() });
      case 'identified':
        return settle(turn.id, { ...answer, at: clock() });
      case 'ended': {
        const renewed = answer.why === 'not-started' ? await renewal(eid, news.renew) : undefined;
        if (renewed === undefined) return settle(turn.id, { ...answer, at: clock() });
        const { stage, hint } = authentication.progress;
        const pending = { stage, hint, order: renewed, collectAfter: nextTurn() };
        const recorded = await authentications.recordPending(turn, pending);
        if (recorded === undefined) await eid.cancel(renewed);
        return recorded;
      }
    }
  }

  async function renewal(eid: Eid, renew: RenewOrder | undefined): Promise<JsonObject | undefined> {
    try {
      return await renew?.(eid);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      deps.log.warn('order.renewal_failed', { code: error.code, hint: error.hint });
      return undefined;
    }
  }

  function nextTurn(): Date {
    return secondsAfter(clock(), lifetimes.collectInterval);
  }

  function settle(id: string, outcome: Outcome): Promise<Authentication | undefined> {
    return authentications.recordOutcome(id, outcome);
  }

  async function expire(authentication: PendingAuthentication, eid: Eid): Promise<Authentication> {
    await eid.cancel(authentication.progress.order);
    return end(authentication, { why: 'expired', hint: 'expired' });
  }

  async function end(
    authentication: PendingAuthentication,
    ending: Pick<Outcome & { state: 'ended' }, 'why' | 'hint'>,
  ): Promise<Authentication> {
    const ended = await settle(authentication.id, { state: 'ended', at: clock(), ...ending });
    return ended ?? latest(authentication);
  }

  async function latest(authentication: Authentication): Promise<Authentication> {
    return (await authentications.find(authentication.id)) ?? authentication;
  }
}

interface News {
  readonly eid: Eid;
  readonly turn: Turn;
  readonly answer: Progress;
  readonly authentication: PendingAuthentication;
  readonly renew: RenewOrder | undefined;
}

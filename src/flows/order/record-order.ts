import type { Authentication } from '../../domain/authentication.ts';
import type { JsonObject } from '../../domain/json.ts';
import { lifetimes, secondsAfter } from '../../domain/lifetimes.ts';
import type { Authentications, Turn } from '../../ports/authentications.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Eid } from '../../ports/eid.ts';
import { cancelUnlessStored } from './cancel-unless-stored.ts';

interface Deps {
  readonly authentications: Authentications;
  readonly clock: Clock;
}

/** Gives an attempt the order that was started for it. */
export interface RecordOrder {
  /** Undefined when the attempt ended, or the turn was lost, meanwhile. */
  (eid: Eid, turn: Turn, order: JsonObject): Promise<Authentication | undefined>;
}

/** Record: the eID has just started the order, so it is left alone for a moment. */
export function makeRecordOrder({ authentications, clock }: Deps): RecordOrder {
  return function recordOrder(eid, turn, order) {
    const { stage, hint } = turn.attempt.progress;
    const collectAfter = secondsAfter(clock(), lifetimes.collectInterval);
    const news = { stage, hint, order, collectAfter };
    return cancelUnlessStored(eid, order, () => authentications.recordPending(turn, news));
  };
}

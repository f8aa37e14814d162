import type { Authentication } from '../../domain/authentication.ts';
import { unavailableIn } from '../../domain/unavailable.ts';
import type { Authentications, Outcome, Turn } from '../../ports/authentications.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Sleep } from '../../ports/sleep.ts';

interface Deps {
  readonly authentications: Authentications;
  readonly sleep: Sleep;
  readonly clock: Clock;
}

/** Stores a final answer of an eID. */
export interface RecordOutcome {
  /** As `Authentications.recordOutcome`. Tries until the turn ends while the store is out of reach. */
  (turn: Turn, outcome: Outcome): Promise<Authentication | undefined>;
}

const MOST_TRIES = 24;
const PAUSE = 0.5;

/**
 * Record: the eID will not say it again, so it is worth some patience, as long as the turn lasts: after that another
 * replica asks, and hears that there is no such order. A try whose success we did not hear of costs nothing.
 */
export function makeRecordOutcome({ authentications, sleep, clock }: Deps): RecordOutcome {
  return async function recordOutcome(turn, outcome) {
    for (let tries = 1; ; tries += 1) {
      try {
        return await authentications.recordOutcome(turn, outcome);
      } catch (error) {
        const mayTryAgain = tries < MOST_TRIES && clock() < turn.until;
        if (!mayTryAgain || unavailableIn(error) === undefined) throw error;
        await sleep(PAUSE);
      }
    }
  };
}

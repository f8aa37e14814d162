import {
  type Authentication,
  isPending,
  type PendingAuthentication,
} from '../../domain/authentication.ts';
import { secondsAfter } from '../../domain/lifetimes.ts';
import type { Ending } from '../../domain/progress.ts';
import type { Authentications } from '../../ports/authentications.ts';
import type { Configuration, ConfigurationSource } from '../../ports/configuration.ts';
import type { Clock } from '../../ports/runtime.ts';
import { eidOfAttempt } from './offered-eid.ts';

interface Deps {
  readonly authentications: Authentications;
  readonly configurationSource: ConfigurationSource;
  readonly clock: Clock;
}

/** Ends an attempt from our side and cancels its order at the eID. */
export interface AbandonOrder {
  /** Returns the attempt afterwards: an attempt with an outcome stays as it was. */
  (authentication: Authentication, why: Ending): Promise<Authentication>;
}

/** Our record ends first, so that a late "complete" of the eID finds an ended attempt. */
export function makeAbandonOrder(deps: Deps): AbandonOrder {
  const { authentications, configurationSource, clock } = deps;

  return async function abandonOrder(authentication, why) {
    if (!isPending(authentication)) return authentication;
    const ending = { state: 'ended', at: clock(), why, hintCode: undefined } as const;
    const before = await authentications.abandon(authentication.id, ending);
    if (before === undefined) {
      return (await authentications.find(authentication.id)) ?? authentication;
    }
    const configuration = await configurationSource.current();
    await cancelOrderOf(before, configuration);
    return { ...before, progress: ending };
  };
}

/** A visit to an eID's own pages cannot be cancelled, nor some orders: a late answer finds an ended attempt. */
async function cancelOrderOf(
  attempt: PendingAuthentication,
  configuration: Configuration,
): Promise<void> {
  const eid = eidOfAttempt(configuration, attempt);
  const { order } = attempt.progress;
  if (eid?.kind === 'order' && order !== undefined) await eid.cancel?.(order);
}

/** Ends expired attempts without further polls, and cancels their orders. */
export interface AbandonExpired {
  /** Called by every replica at intervals. Returns how many attempts it ended. */
  (): Promise<number>;
}

/** In seconds. Orders that expired earlier have ended at their eID, and their attempts are purged later. */
const EXPIRED_WITHIN_SECONDS = 60;
const MAX_ATTEMPTS = 64;
/** As many cancels as `guarded-eid.ts` sends to one eID at the same time. */
const CONCURRENT_CANCELS = 16;

/**
 * When the application no longer polls, the person should not approve the order any more. Our record ends first, as in
 * `makeAbandonOrder`.
 */
export function makeAbandonExpired(deps: Deps): AbandonExpired {
  const { authentications, configurationSource, clock } = deps;

  return async function abandonExpired() {
    const now = clock();
    const span = { from: secondsAfter(now, -EXPIRED_WITHIN_SECONDS), until: now };
    const expired = await authentications.abandonExpired(span, MAX_ATTEMPTS);
    if (expired.length === 0) return 0;
    const configuration = await configurationSource.current();
    for (let first = 0; first < expired.length; first += CONCURRENT_CANCELS) {
      const batch = expired.slice(first, first + CONCURRENT_CANCELS);
      await Promise.all(batch.map((attempt) => cancelOrderOf(attempt, configuration)));
    }
    return expired.length;
  };
}

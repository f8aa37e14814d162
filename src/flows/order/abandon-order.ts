import {
  type Authentication,
  isPending,
  type PendingAuthentication,
} from '../../domain/authentication.ts';
import type { JsonObject } from '../../domain/json.ts';
import { secondsAfter } from '../../domain/lifetimes.ts';
import type { Ending } from '../../domain/progress.ts';
import type { Authentications } from '../../ports/authentications.ts';
import type { ConfigurationSource } from '../../ports/configuration.ts';
import type { Eid } from '../../ports/eid.ts';
import type { Clock } from '../../ports/runtime.ts';

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
    const offered = configuration.eid(before.issuer, before.acr);
    const { order } = before.progress;
    if (order !== undefined) await cancelOrder(offered?.eid, order);
    return { ...before, progress: ending };
  };
}

/** A visit to an eID's own pages cannot be cancelled: its answer finds an ended attempt. */
async function cancelOrder(eid: Eid | undefined, order: JsonObject): Promise<void> {
  if (eid?.kind === 'order') await eid.cancel(order);
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
    const configuration = expired.length > 0 ? await configurationSource.current() : undefined;
    for (let first = 0; first < expired.length; first += CONCURRENT_CANCELS) {
      const batch = expired.slice(first, first + CONCURRENT_CANCELS);
      await Promise.all(batch.map(cancel));
    }
    return expired.length;

    async function cancel({ issuer, acr, progress }: PendingAuthentication): Promise<void> {
      const eid = configuration?.eid(issuer, acr)?.eid;
      if (progress.order !== undefined) await cancelOrder(eid, progress.order);
    }
  };
}

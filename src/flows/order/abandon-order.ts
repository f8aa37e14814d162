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
  /** Answers the attempt as it then stands: one that was final already stays as it was. */
  (authentication: Authentication, why: Ending): Promise<Authentication>;
}

/** Abandon: our record first, so that a late "complete" of the eID finds the attempt ended. */
export function makeAbandonOrder(deps: Deps): AbandonOrder {
  const { authentications, configurationSource, clock } = deps;

  return async function abandonOrder(authentication, why) {
    if (!isPending(authentication)) return authentication;
    const ending = { state: 'ended', at: clock(), why, hint: undefined } as const;
    const before = await authentications.abandon(authentication.id, ending);
    if (before === undefined) {
      return (await authentications.find(authentication.id)) ?? authentication;
    }
    const configuration = await configurationSource.current();
    const offered = configuration.eid(before.issuer, before.acr);
    const { order } = before.progress;
    if (order !== undefined) await offered?.eid.cancel(order);
    return { ...before, progress: ending };
  };
}

/** Ends expired attempts without further polls, and cancels their orders. */
export interface AbandonExpired {
  /** For every replica to call, now and then. Answers how many it ended. */
  (): Promise<number>;
}

/** Seconds: what expired earlier has ended at its eID by itself, and waits for the purge. */
const LOOK_BACK = 60;
const MOST = 64;
/** Cancels at the same time: as many as an eID's guard lets through at once. */
const TOGETHER = 16;

/**
 * Abandon: a person whose application has gone should not approve what nobody waits for. Our record comes first, as
 * always.
 */
export function makeAbandonExpired(deps: Deps): AbandonExpired {
  const { authentications, configurationSource, clock } = deps;

  return async function abandonExpired() {
    const now = clock();
    const span = { from: secondsAfter(now, -LOOK_BACK), until: now };
    const expired = await authentications.abandonExpired(span, MOST);
    const configuration = expired.length > 0 ? await configurationSource.current() : undefined;
    for (let first = 0; first < expired.length; first += TOGETHER) {
      const some = expired.slice(first, first + TOGETHER);
      await Promise.all(some.map(cancel));
    }
    return expired.length;

    async function cancel({ issuer, acr, progress }: PendingAuthentication): Promise<void> {
      const eid = configuration?.eid(issuer, acr)?.eid;
      if (progress.order !== undefined) await eid?.cancel(progress.order);
    }
  };
}

/** An order that finds no place in our records must not live on at the eID. Answers, and throws, what `store` does. */
export async function cancelUnlessStored<Stored extends Authentication>(
  eid: Eid,
  order: JsonObject,
  store: () => Promise<Stored | undefined>,
): Promise<Stored | undefined> {
  const stored = await store().catch(async (error) => {
    await eid.cancel(order);
    throw error;
  });
  if (stored === undefined) await eid.cancel(order);
  return stored;
}

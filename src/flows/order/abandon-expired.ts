import type { PendingAuthentication } from '../../domain/authentication.ts';
import { secondsAfter } from '../../domain/lifetimes.ts';
import type { Authentications } from '../../ports/authentications.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Directory } from '../../ports/directory.ts';

interface Deps {
  readonly authentications: Authentications;
  readonly directory: Directory;
  readonly clock: Clock;
}

/** Ends the attempts that expired while nobody asked about them any more, and tells the eIDs. */
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
export function makeAbandonExpired({ authentications, directory, clock }: Deps): AbandonExpired {
  return async function abandonExpired() {
    const now = clock();
    const span = { from: secondsAfter(now, -LOOK_BACK), until: now };
    const expired = await authentications.abandonExpired(span, MOST);
    const configuration = expired.length > 0 ? await directory.current() : undefined;
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

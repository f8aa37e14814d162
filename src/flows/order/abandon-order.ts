import { type Authentication, isPending } from '../../domain/authentication.ts';
import type { Ending } from '../../domain/progress.ts';
import type { Authentications } from '../../ports/authentications.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Directory } from '../../ports/directory.ts';

interface Deps {
  readonly authentications: Authentications;
  readonly directory: Directory;
  readonly clock: Clock;
}

/** Ends an attempt from our side and tells the eID. */
export interface AbandonOrder {
  /** Answers the attempt as it then stands: one that was final already stays as it was. */
  (authentication: Authentication, why: Ending): Promise<Authentication>;
}

/** Abandon: our record first, so that a late "complete" of the eID finds the attempt ended. */
export function makeAbandonOrder({ authentications, directory, clock }: Deps): AbandonOrder {
  return async function abandonOrder(authentication, why) {
    if (!isPending(authentication)) return authentication;
    const ending = { state: 'ended', at: clock(), why, hint: undefined } as const;
    const before = await authentications.abandon(authentication.id, ending);
    if (before === undefined) {
      return (await authentications.find(authentication.id)) ?? authentication;
    }
    const configuration = await directory.current();
    const offered = configuration.eid(before.issuer, before.acr);
    const { order } = before.progress;
    if (order !== undefined) await offered?.eid.cancel(order);
    return { ...before, progress: ending };
  };
}

import { lifetimes, secondsOf } from '../../../domain/lifetimes.ts';
import type { Domain } from '../../../domain/tenant.ts';
import type { Clock } from '../../../ports/clock.ts';

/** What is left of a session, in seconds. It counts from the use of the eID, not from the last request. */
export interface SessionLifetime {
  (ctx: unknown, session: { readonly loginTs?: number | undefined }): number;
}

/** The lifetime on this domain. */
export function makeSessionLifetime({ singleSignOn }: Domain, clock: Clock): SessionLifetime {
  return function sessionLifetime(_ctx, { loginTs }) {
    if (singleSignOn === undefined || loginTs === undefined) return lifetimes.login;
    return Math.max(1, loginTs + singleSignOn - secondsOf(clock()));
  };
}

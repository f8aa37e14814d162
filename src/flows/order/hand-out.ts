import { type Authentication, mayBeHandedOut } from '../../domain/authentication.ts';
import type { Authentications } from '../../ports/authentications.ts';
import type { Clock } from '../../ports/clock.ts';

interface Deps {
  readonly authentications: Authentications;
  readonly clock: Clock;
}

/** Who is to receive a person. */
export interface Recipient {
  readonly issuer: string;
  readonly clientId: string;
}

/** Gives the result of an attempt to the application that asked for it, once. */
export interface HandOut {
  /**
   * Undefined for everyone but the first, for another application or issuer than the attempt's own, and
   * while the person may not leave us.
   */
  (id: string, to: Recipient): Promise<Authentication | undefined>;
}

/** Hand out: taken first and judged after, so that nobody who was refused can try a second time. */
export function makeHandOut({ authentications, clock }: Deps): HandOut {
  return async function handOut(id, to) {
    const taken = await authentications.handOut(id, clock());
    if (taken === undefined || !mayBeHandedOut(taken)) return undefined;
    return taken.issuer === to.issuer && taken.clientId === to.clientId ? taken : undefined;
  };
}

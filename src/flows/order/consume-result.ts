import { type IdentifiedAuthentication, mayBeConsumed } from '../../domain/authentication.ts';
import type { Issued, Redemptions } from '../../ports/artifacts.ts';
import type { Authentications } from '../../ports/authentications.ts';
import type { Clock } from '../../ports/runtime.ts';

interface Deps {
  readonly authentications: Authentications;
  readonly redemptions: Redemptions;
  readonly clock: Clock;
}

/** Who is to receive a person. */
export interface Recipient {
  readonly issuer: string;
  readonly clientId: string;
}

/** Gives the result of an attempt to the application that asked for it, once, with what stands for it. */
export interface ConsumeResult {
  /**
   * False for everyone but the first, for another application or issuer than the attempt's own, and while the
   * person may not leave us: then nothing is stored.
   */
  (attempt: IdentifiedAuthentication, to: Recipient, issued: Issued): Promise<boolean>;
}

/** Consumes first: a refused caller has used the result up all the same, so no second try succeeds. */
export function makeConsumeResult({ authentications, redemptions, clock }: Deps): ConsumeResult {
  return async function consumeResult(attempt, to, issued) {
    if (mayReceive(to, attempt)) return redemptions.issue(attempt, clock(), issued);
    await authentications.consumeResult(attempt.id, clock());
    return false;
  };
}

function mayReceive({ issuer, clientId }: Recipient, attempt: IdentifiedAuthentication): boolean {
  return attempt.issuer === issuer && attempt.clientId === clientId && mayBeConsumed(attempt);
}

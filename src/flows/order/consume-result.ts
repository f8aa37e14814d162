import { type IdentifiedAuthentication, mayBeConsumed } from '../../domain/authentication.ts';
import type { Issuance, Issued } from '../../ports/artifacts.ts';
import type { Authentications } from '../../ports/authentications.ts';
import type { Clock } from '../../ports/runtime.ts';

interface Deps {
  readonly authentications: Authentications;
  readonly issuance: Issuance;
  readonly clock: Clock;
}

/** The recipient of a result. */
export interface Recipient {
  readonly issuer: string;
  readonly clientId: string;
}

/** Consumes the result of an attempt for its application, once, and stores the issued code or token. */
export interface ConsumeResult {
  /**
   * False for every caller but the first, for another application or issuer than the attempt's own, and before the result
   * may be consumed: then nothing is stored.
   */
  (authentication: IdentifiedAuthentication, to: Recipient, issued: Issued): Promise<boolean>;
}

/** A refused recipient consumes the result too, so that no second try succeeds. */
export function makeConsumeResult({ authentications, issuance, clock }: Deps): ConsumeResult {
  return async function consumeResult(authentication, to, issued) {
    if (mayReceive(to, authentication)) return issuance.issue(authentication, clock(), issued);
    await authentications.consumeResult(authentication.id, clock());
    return false;
  };
}

function mayReceive(
  { issuer, clientId }: Recipient,
  authentication: IdentifiedAuthentication,
): boolean {
  return (
    authentication.issuer === issuer &&
    authentication.clientId === clientId &&
    mayBeConsumed(authentication)
  );
}

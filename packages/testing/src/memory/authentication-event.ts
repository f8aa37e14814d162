import type { Authentication } from 'eid-broker/domain/authentication';
import type { Kind } from 'eid-broker/domain/intent';
import type { Ending } from 'eid-broker/domain/progress';

/** The event of an attempt: its outcome, without personal data. */
export interface AuthenticationEvent {
  readonly authenticationId: string;
  readonly tenantId: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly channel: Authentication['channel'];
  readonly kind: Kind;
  readonly acr: Authentication['acr'];
  readonly outcome: 'identified' | 'remembered' | Ending;
  /** The eID's hint code for an ending. */
  readonly hint: string | undefined;
  readonly addressFrom: Authentication['addressFrom'];
  readonly at: Date;
}

/** The event of an attempt in its current state; a pending one has expired. */
export function eventOf(attempt: Authentication): AuthenticationEvent {
  const { progress, expiresAt } = attempt;
  switch (progress.state) {
    case 'pending':
      return { ...aboutAttempt(attempt), outcome: 'expired', hint: undefined, at: expiresAt };
    case 'identified':
      return { ...aboutAttempt(attempt), outcome: 'identified', hint: undefined, at: progress.at };
    case 'ended': {
      const { why, hintCode, at } = progress;
      return { ...aboutAttempt(attempt), outcome: why, hint: hintCode, at };
    }
  }
}

/** The event of an attempt from a session: it counts from the attempt's beginning. */
export function rememberedEventOf(attempt: Authentication): AuthenticationEvent {
  const { createdAt: at } = attempt;
  return { ...aboutAttempt(attempt), outcome: 'remembered', hint: undefined, at };
}

function aboutAttempt(attempt: Authentication) {
  const { id: authenticationId, tenantId, issuer, clientId, channel, acr, addressFrom } = attempt;
  const { kind } = attempt.intent;
  return { authenticationId, tenantId, issuer, clientId, channel, kind, acr, addressFrom };
}

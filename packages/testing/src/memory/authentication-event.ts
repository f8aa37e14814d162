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
  readonly hintCode: string | undefined;
  readonly addressFrom: Authentication['addressFrom'];
  readonly at: Date;
}

/** The event of an attempt in its current state; a pending one has expired. */
export function eventOf(authentication: Authentication): AuthenticationEvent {
  const { progress, expiresAt } = authentication;
  switch (progress.state) {
    case 'pending':
      return {
        ...aboutAuthentication(authentication),
        outcome: 'expired',
        hintCode: undefined,
        at: expiresAt,
      };
    case 'identified':
      return {
        ...aboutAuthentication(authentication),
        outcome: 'identified',
        hintCode: undefined,
        at: progress.at,
      };
    case 'ended': {
      const { why, hintCode, at } = progress;
      return { ...aboutAuthentication(authentication), outcome: why, hintCode, at };
    }
  }
}

/** The event of an attempt from a session: it counts from the attempt's beginning. */
export function rememberedEventOf(authentication: Authentication): AuthenticationEvent {
  const { createdAt: at } = authentication;
  return { ...aboutAuthentication(authentication), outcome: 'remembered', hintCode: undefined, at };
}

function aboutAuthentication(authentication: Authentication) {
  const {
    id: authenticationId,
    tenantId,
    issuer,
    clientId,
    channel,
    acr,
    addressFrom,
  } = authentication;
  const { kind } = authentication.intent;
  return { authenticationId, tenantId, issuer, clientId, channel, kind, acr, addressFrom };
}

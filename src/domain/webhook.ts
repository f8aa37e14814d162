import type { EventFacts, SealedEvent } from './event-chain.ts';
import type { Expiry } from './expiry.ts';
import { shownSupportCode } from './support-code.ts';

/** The events that a webhook can receive: outcomes by their kind, and the alarms of the configuration. */
export const WEBHOOK_EVENTS = [
  'authentication.identified',
  'authentication.remembered',
  'authentication.ended',
  'signature.identified',
  'signature.ended',
  'configuration.expiring',
] as const;

/** One event type. */
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** A tenant's receiver of events. */
export interface WebhookSettings {
  /** Unique in the tenant. */
  readonly id: string;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
}

/** The type under which a webhook receives an event of the log. */
export function webhookEventOf(kind: string, outcome: string): WebhookEvent {
  const result = outcome === 'identified' || outcome === 'remembered' ? outcome : 'ended';
  // A session never signs.
  if (kind === 'signature') return result === 'ended' ? 'signature.ended' : 'signature.identified';
  return `authentication.${result}`;
}

/** The vault's context for the secrets of a webhook: they do not open for another URL. */
export function webhookSecretsContext(
  tenantId: string,
  { id, url }: Pick<WebhookSettings, 'id' | 'url'>,
): string {
  return `webhook-secrets:${tenantId}:${id}:${url}`;
}

/** The id of the message about an event: the same in every delivery. */
export function webhookMessageId({ authenticationId }: EventFacts): string {
  return `evt_${authenticationId}`;
}

/** The message about an event. It has no data about the person. */
export function webhookBody(tenantId: string, { position, facts }: SealedEvent): string {
  const {
    authenticationId,
    issuer,
    clientId,
    channel,
    kind,
    acr,
    outcome,
    hintCode,
    at,
    supportCode,
  } = facts;
  return JSON.stringify({
    type: webhookEventOf(kind, outcome),
    timestamp: at,
    data: {
      tenant: tenantId,
      position,
      authentication: authenticationId,
      issuer,
      client_id: clientId,
      channel,
      kind,
      acr,
      outcome,
      hint: hintCode,
      support_code: supportCode && shownSupportCode(supportCode),
    },
  });
}

/** The message about something that ends soon. It has no secret. */
export function expiryMessageBody(
  { tenantId, kind, id, what, expiresAt, daysLeft }: Expiry,
  at: Date,
): string {
  return JSON.stringify({
    type: 'configuration.expiring' satisfies WebhookEvent,
    timestamp: at.toISOString(),
    data: {
      tenant: tenantId,
      kind,
      id,
      what,
      expires_at: expiresAt.toISOString(),
      days_left: daysLeft,
    },
  });
}

import type { EventFacts, SealedEvent } from './event-chain.ts';

/** What a webhook can be told of: a kind, and what it came to. */
export const WEBHOOK_EVENTS = [
  'authentication.identified',
  'authentication.remembered',
  'authentication.ended',
  'signature.identified',
  'signature.ended',
] as const;

/** One of them. */
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** Where a tenant wants to be told of what happened. */
export interface WebhookFrame {
  /** Names it in the tenant. */
  readonly id: string;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
}

/** What an event of the log is for a webhook. */
export function webhookEventOf(kind: string, outcome: string): WebhookEvent {
  const came = outcome === 'identified' || outcome === 'remembered' ? outcome : 'ended';
  // A session never signs.
  if (kind === 'signature') return came === 'ended' ? 'signature.ended' : 'signature.identified';
  return `authentication.${came}`;
}

/** What a webhook's sealed secrets are bound to, as the context of the vault: another URL does not get them. */
export function webhookSecretsContext(
  tenantId: string,
  { id, url }: Pick<WebhookFrame, 'id' | 'url'>,
): string {
  return `webhook-secrets:${tenantId}:${id}:${url}`;
}

/** The id of the message about an event: the same whenever, and however often, it is told. */
export function webhookMessageId({ authenticationId }: EventFacts): string {
  return `evt_${authenticationId}`;
}

/** What is told of an event: what happened and where, nothing of the person. */
export function webhookBody(tenantId: string, { position, facts }: SealedEvent): string {
  const { authenticationId, issuer, clientId, channel, kind, acr, outcome, hint, at } = facts;
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
      hint,
    },
  });
}

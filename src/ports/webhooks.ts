import type { SealedEvent, WrittenEvent } from '../domain/event-chain.ts';
import type { WebhookEvent } from '../domain/webhook.ts';

/**
 * The webhooks, each of which is told the sealed events of its tenant in the order of their positions. The chain is
 * the outbox: nothing is written for a webhook when something happens.
 */
export interface Webhooks {
  /**
   * Takes the right to tell one webhook what it does not know yet, until `leaseUntil`. Undefined when no webhook is
   * behind, or somebody is at all of those that are, or they are to be left in peace. Of racing callers one gets it.
   */
  take(at: { readonly now: Date; readonly leaseUntil: Date }): Promise<WebhookTurn | undefined>;
  /** The events after the turn's position, in order, at most `limit`: of every kind, whatever the webhook wants. */
  behind(turn: WebhookTurn, limit: number): Promise<readonly (SealedEvent & WrittenEvent)[]>;
  /** Notes up to where it was told. False, and nothing changes, when a later turn was taken. */
  told(turn: WebhookTurn, position: number): Promise<boolean>;
  /**
   * Notes up to where it was told, and gives the turn back; those who waited longer come first. Does nothing when a
   * later turn was taken.
   */
  release(turn: WebhookTurn, at: { readonly told: number; readonly now: Date }): Promise<void>;
  /** Gives the turn back: nobody tells it anything until then. Does nothing when a later turn was taken. */
  postpone(turn: WebhookTurn, until: Date): Promise<void>;
  /** How many sealed events each webhook has not been told, sorted by tenant and id; webhooks that know all are there. */
  backlog(): Promise<readonly WebhookBacklog[]>;
}

/** The right to tell one webhook. */
export interface WebhookTurn {
  readonly tenantId: string;
  readonly id: string;
  /** Grows with each turn taken. */
  readonly number: number;
  readonly url: string;
  /** Of what it wants to be told. */
  readonly events: readonly WebhookEvent[];
  /** Each signs. Undefined when they cannot be opened any more. */
  readonly secrets: readonly string[] | undefined;
  /** All domains of the tenant are test domains. */
  readonly isTest: boolean;
  /** It has been told all up to this position. */
  readonly told: number;
  /** Up to this one there is something to tell. */
  readonly head: number;
  /** How often in a row it could not be told. */
  readonly failures: number;
}

/** How far behind one webhook is. */
export interface WebhookBacklog {
  readonly tenantId: string;
  readonly id: string;
  readonly events: number;
}

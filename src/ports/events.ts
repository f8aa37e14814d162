import type { Head, Link, SealedEvent, WrittenEvent } from '../domain/event-chain.ts';
import type { Kind } from '../domain/intent.ts';
import type { WebhookEvent } from '../domain/webhook.ts';

/**
 * The chains of events, one for each tenant. Sealing gives an event its position after it was written, so a login never
 * waits for it. Only one caller over all replicas extends the chains at a time.
 */
export interface EventChain {
  /**
   * Seals events without a position, oldest first, at most `limit`; `make` makes the next link over those of one tenant.
   * Returns how many were sealed. Undefined, and nothing is done, while another replica extends the chains: some events
   * may be unsealed then. A failure changes nothing.
   */
  seal(limit: number, make: MakeLink): Promise<number | undefined>;
  /**
   * Removes from each chain the links that were sealed before `until`, at most `limit`, with their events, and adds the
   * link of `removalLink`. A chain without a link from before `begin` does not change. Returns how many links were removed.
   */
  remove(old: { readonly begin: Date; readonly until: Date }, most: RemoveMost): Promise<number>;
  /** Adds one link without events to each chain. @throws while another replica extends the chains */
  note(make: (tenantId: string, head: Head) => Link): Promise<number>;
  /** The tenants that have events or links, sorted. */
  tenants(): Promise<readonly string[]>;
  /** The head of each chain, sorted by tenant. */
  heads(): Promise<readonly { readonly tenantId: string; readonly head: Head }[]>;
  /** The links of a tenant from that number on, in order, at most `limit`. */
  links(tenantId: string, from: number, limit: number): Promise<readonly Link[]>;
  /** The link that records the last removal; undefined when nothing was ever removed. */
  lastRemoval(tenantId: string): Promise<Link | undefined>;
  /** The number of the first link of a tenant that was sealed then or later; undefined when there is none. */
  sealedFrom(tenantId: string, moment: Date): Promise<number | undefined>;
  /** The events of a tenant from the first position to the last, in order. */
  events(tenantId: string, first: number, last: number): Promise<readonly SealedEvent[]>;
  /** The number of a tenant's events with a position before the first or after the last. */
  outside(tenantId: string, first: number, last: number): Promise<number>;
  /** The number of events that are not sealed yet, of one tenant or of all. */
  unsealed(tenantId?: string): Promise<number>;
}

/** Makes the next link over events in this order; their positions follow the head's. */
export type MakeLink = (tenantId: string, head: Head, events: readonly WrittenEvent[]) => Link;

/** The size of one removal, and the link that records it. */
export interface RemoveMost {
  readonly limit: number;
  /** `removed` is the head of the last removed link; the new link follows the current head. */
  readonly removalLink: (tenantId: string, head: Head, removed: Head) => Link;
}

/** MACs (message authentication codes) for the chains. Making and verifying them takes the key-encryption key. */
export interface ChainMacs {
  /** The name of the key for new MACs. */
  readonly newest: string;
  /**
   * The MAC of a text, in base64url; undefined when there is no key of that name. An event's MAC has 128 bits, a link's 256.
   */
  of(kind: 'event' | 'link', text: string, keyName: string): string | undefined;
}

/** Usage, counted from the events. */
export interface Usage {
  /** One line for each tenant and kind that has events from `from` up to, but without, `until`; sorted by both. */
  between(from: Date, until: Date): Promise<readonly UsageLine[]>;
}

/** The attempts of one tenant and kind, by outcome. */
export interface UsageLine {
  readonly tenantId: string;
  readonly kind: Kind;
  /** A person was identified by the eID. */
  readonly identified: number;
  /** A session answered, without a request to the eID. */
  readonly remembered: number;
  /** Ended without an identity. */
  readonly ended: number;
}

/**
 * The webhooks. Each receives the sealed events of its tenant in the order of their positions. The chain is the
 * outbox: a login writes nothing for a webhook.
 */
export interface Webhooks {
  /**
   * Acquires the lease of one webhook with undelivered events, until `leaseUntil`. Undefined when there is none, or all
   * are leased or postponed. Of racing callers one gets it.
   */
  take(at: { readonly now: Date; readonly leaseUntil: Date }): Promise<WebhookLease | undefined>;
  /** The events of every type after the delivered position, in order, at most `limit`. */
  undelivered(lease: WebhookLease, limit: number): Promise<readonly (SealedEvent & WrittenEvent)[]>;
  /** Records the delivered position. False, and nothing changes, when a later lease was acquired. */
  recordDelivered(lease: WebhookLease, position: number): Promise<boolean>;
  /**
   * Records the delivered position and ends the lease; the webhook that waited longest is next. Does nothing when a
   * later lease was acquired.
   */
  release(
    lease: WebhookLease,
    at: { readonly deliveredPosition: number; readonly now: Date },
  ): Promise<void>;
  /** Ends the lease after a failure: nothing is sent before `until`. Does nothing when a later lease was acquired. */
  postpone(lease: WebhookLease, until: Date): Promise<void>;
  /** The number of undelivered sealed events of every webhook, 0 included; sorted by tenant and id. */
  backlog(): Promise<readonly WebhookBacklog[]>;
}

/** The right to deliver to one webhook, for a time. */
export interface WebhookLease {
  readonly tenantId: string;
  readonly id: string;
  /** Grows with each lease. */
  readonly number: number;
  readonly url: string;
  /** The event types of the webhook. */
  readonly events: readonly WebhookEvent[];
  /** Each secret signs. Undefined when the vault cannot open them. */
  readonly secrets: readonly string[] | undefined;
  /** All domains of the tenant are test domains. */
  readonly isTest: boolean;
  /** Every event up to this position was delivered. */
  readonly deliveredPosition: number;
  /** The position of the last sealed event. */
  readonly head: number;
  /** The number of failed attempts in a row. */
  readonly failures: number;
}

/** The number of undelivered events of one webhook. */
export interface WebhookBacklog {
  readonly tenantId: string;
  readonly id: string;
  readonly events: number;
}

/** Sends one message to a receiver. Never rejects. */
export type SendWebhook = (
  message: WebhookMessage,
  receiver: WebhookReceiver,
) => Promise<WebhookOutcome>;

/** A message; every delivery of it has the same id. */
export interface WebhookMessage {
  readonly id: string;
  readonly body: string;
  /** The moment of this attempt. */
  readonly at: Date;
}

/** The receiver of a message. */
export interface WebhookReceiver {
  readonly url: string;
  /** Each secret signs, as in Standard Webhooks. */
  readonly secrets: readonly string[];
  /** True when the receiver may be on this machine. */
  readonly ownMachine: boolean;
}

/** The result of a delivery: a status of success, another status, or no answer at all. */
export type WebhookOutcome = 'accepted' | 'refused' | 'unreachable';

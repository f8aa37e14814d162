import type { Head, Link, SealedEvent, WrittenEvent } from '../domain/event-chain.ts';
import type { Kind } from '../domain/intent.ts';
import type { WebhookEvent } from '../domain/webhook.ts';

/**
 * The chains of events, one for each tenant. Events get their place in it after they were written, by whoever seals;
 * what writes events never waits for that. All that extends a chain excludes one another over all replicas.
 */
export interface EventChain {
  /**
   * Adds links behind the events that have none, oldest first, at most `limit` events; `make` turns those of one
   * tenant into its next link. Answers how many were sealed; undefined, and nothing is done, when somebody else
   * extends the chains meanwhile: some may be left then. What fails leaves nothing.
   */
  seal(limit: number, make: MakeLink): Promise<number | undefined>;
  /**
   * Removes, in each tenant, the links whose events are all older, `limit` links at most, and adds the link that
   * `mark` makes of the last one that goes. Does nothing in a tenant that has none before `begin`. Answers how many
   * links went.
   */
  remove(old: { readonly begin: Date; readonly until: Date }, most: RemoveMost): Promise<number>;
  /** Adds one link without events to each chain that there is. @throws while somebody else extends the chains */
  note(make: (tenantId: string, head: Head) => Link): Promise<number>;
  /** The tenants that have events or links, sorted. */
  tenants(): Promise<readonly string[]>;
  /** Where the chain of each tenant stands, sorted by tenant. */
  heads(): Promise<readonly { readonly tenantId: string; readonly head: Head }[]>;
  /** The links of a tenant from that number on, in order, at most `limit`. */
  links(tenantId: string, from: number, limit: number): Promise<readonly Link[]>;
  /** The link that marks what was removed last; undefined when nothing ever was. */
  lastRemoval(tenantId: string): Promise<Link | undefined>;
  /** The number of the first link of a tenant that was sealed then or later; undefined when there is none. */
  sealedFrom(tenantId: string, moment: Date): Promise<number | undefined>;
  /** The events of a tenant with a position from the first to the last, in order. */
  events(tenantId: string, first: number, last: number): Promise<readonly SealedEvent[]>;
  /** How many events of a tenant have a position before the first or after the last. */
  outside(tenantId: string, first: number, last: number): Promise<number>;
  /** How many events no link has taken yet: of one tenant, or of all. */
  unsealed(tenantId?: string): Promise<number>;
}

/** Makes the next link over events in this order; they get the positions after the head's. */
export type MakeLink = (tenantId: string, head: Head, events: readonly WrittenEvent[]) => Link;

/** How much one removal may take, and the link that marks it. */
export interface RemoveMost {
  readonly limit: number;
  /** `removed` is what the last link that goes was; the new link follows the head. */
  readonly mark: (tenantId: string, head: Head, removed: Head) => Link;
}

/** What was used, read from the events that the attempts left. */
export interface Usage {
  /** One line for each tenant and kind that has events from `from` up to, but without, `until`; sorted by both. */
  between(from: Date, until: Date): Promise<readonly UsageLine[]>;
}

/** How often one tenant asked for one kind, by outcome. */
export interface UsageLine {
  readonly tenantId: string;
  readonly kind: Kind;
  /** A person was identified by the eID. */
  readonly identified: number;
  /** A session answered: the eID was not asked. */
  readonly remembered: number;
  /** Ended without a person. */
  readonly ended: number;
}

/**
 * The webhooks, each of which is told the sealed events of its tenant in the order of their positions. The chain is
 * the outbox: nothing is written for a webhook when something happens.
 */
export interface Webhooks {
  /**
   * Takes the right to tell one webhook what it does not know yet, until `leaseUntil`. Undefined when no webhook is
   * behind, or somebody is at all of those that are, or they are to be left in peace. Of racing callers one gets it.
   */
  take(at: { readonly now: Date; readonly leaseUntil: Date }): Promise<WebhookLease | undefined>;
  /** The events after the turn's position, in order, at most `limit`: of every kind, whatever the webhook wants. */
  behind(lease: WebhookLease, limit: number): Promise<readonly (SealedEvent & WrittenEvent)[]>;
  /** Notes up to where it was told. False, and nothing changes, when a later turn was taken. */
  told(lease: WebhookLease, position: number): Promise<boolean>;
  /**
   * Notes up to where it was told, and gives the turn back; those who waited longer come first. Does nothing when a
   * later turn was taken.
   */
  release(lease: WebhookLease, at: { readonly told: number; readonly now: Date }): Promise<void>;
  /** Gives the turn back: nobody tells it anything until then. Does nothing when a later turn was taken. */
  postpone(lease: WebhookLease, until: Date): Promise<void>;
  /** How many sealed events each webhook has not been told, sorted by tenant and id; webhooks that know all are there. */
  backlog(): Promise<readonly WebhookBacklog[]>;
}

/** The right to tell one webhook. */
export interface WebhookLease {
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

/** Sends one message to a receiver. Never rejects. */
export type SendWebhook = (
  message: WebhookMessage,
  receiver: WebhookReceiver,
) => Promise<WebhookOutcome>;

/** What is told. The same id means the same message, however often it comes. */
export interface WebhookMessage {
  readonly id: string;
  readonly body: string;
  /** The moment of this attempt. */
  readonly at: Date;
}

/** Who is told. */
export interface WebhookReceiver {
  readonly url: string;
  /** Each signs, in the form of Standard Webhooks. */
  readonly secrets: readonly string[];
  /** It may be on the own machine. */
  readonly ownMachine: boolean;
}

/** What became of it: a status of success, another status, or no answer at all. */
export type WebhookOutcome = 'accepted' | 'refused' | 'unreachable';

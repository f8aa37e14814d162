import type { Head, Link, SealedEvent, WrittenEvent } from '../domain/event-chain.ts';

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

import { type Head, headOf, type Link, NO_HEAD, parseHead } from '../../domain/event-chain.ts';
import type { ChainMacs, EventChain } from '../../ports/events.ts';
import { type ChainFault, verifyLink } from './verify-link.ts';

interface Deps {
  readonly eventChain: Pick<
    EventChain,
    'links' | 'events' | 'lastRemoval' | 'sealedFrom' | 'outside' | 'unsealed'
  >;
  readonly macs: ChainMacs;
}

/** The part of a chain that is verified. */
export interface ChainPart {
  readonly tenantId: string;
  /** Links that were sealed then or later. */
  readonly from: Date | undefined;
  /** Links that were sealed before. */
  readonly until: Date | undefined;
  /** An earlier head of the chain, stored elsewhere: it must still be in the chain. */
  readonly storedHead: Head | undefined;
}

/** The result for one tenant's chain. */
export interface ChainReport {
  readonly tenantId: string;
  /** Verified links, and events that are as they were when they were sealed. */
  readonly links: number;
  readonly intact: number;
  /** Events that are not sealed yet. */
  readonly unsealed: number;
  /** Events up to that position were removed as too old. */
  readonly removedThrough: number | undefined;
  /** The moments of restores from a backup, each of which lost the events after the backup. */
  readonly restores: readonly Date[];
  readonly faults: readonly ChainFault[];
  /** The end of the part, to be stored elsewhere. */
  readonly head: Head;
}

const LINKS_AT_ONCE = 20;

/** Recomputes a chain from its events and links. */
export type VerifyEvents = (part: ChainPart) => Promise<ChainReport>;

/**
 * Verifies the links from the first to the last. A link proves its events and the previous link. Links that were cut off
 * at the end leave no trace in the database: only a head that was stored elsewhere proves it.
 */
export function makeVerifyEvents({ eventChain, macs }: Deps): VerifyEvents {
  return async function verifyEvents(part) {
    const { tenantId, from, storedHead } = part;
    const removed = await removedHead(tenantId);
    const first = await firstOf(part);
    let head = await headBefore(tenantId, first, removed);
    const verified: VerifiedLink[] = [];
    for await (const link of linksOf(part, Math.max(first, head.number + 1))) {
      const events = await eventChain.events(tenantId, link.firstPosition, link.lastPosition);
      verified.push({
        ...verifyLink({ link, before: head, events, macs }),
        restoredAt: restoreIn(link),
      });
      head = headOf(link);
    }
    const isWhole = from === undefined && part.until === undefined;
    return {
      tenantId,
      links: verified.length,
      intact: verified.reduce((sum, { intact }) => sum + intact, 0),
      unsealed: await eventChain.unsealed(tenantId),
      removedThrough: removed === NO_HEAD ? undefined : removed.position,
      restores: verified.flatMap(({ restoredAt }) => restoredAt ?? []),
      faults: [
        ...verified.flatMap(({ faults }) => faults),
        ...(isWhole ? await outsideEvents(tenantId, removed, head) : []),
        ...(storedHead === undefined ? [] : await storedHeadFaults(tenantId, storedHead, removed)),
      ],
      head,
    };
  };

  /** The head of the last removed link. Its own link is verified later. */
  async function removedHead(tenantId: string): Promise<Head> {
    const { number = 0, note = '' } = (await eventChain.lastRemoval(tenantId)) ?? {};
    const removed = parseHead(note) ?? NO_HEAD;
    return removed.number < number ? removed : NO_HEAD;
  }

  async function firstOf({ tenantId, from }: ChainPart): Promise<number> {
    if (from === undefined) return 1;
    return (await eventChain.sealedFrom(tenantId, from)) ?? Number.MAX_SAFE_INTEGER;
  }

  /** The head before the first verified link; its own link is not verified. */
  async function headBefore(tenantId: string, first: number, removed: Head): Promise<Head> {
    if (first <= removed.number + 1) return removed;
    const [link] = await eventChain.links(tenantId, first - 1, 1);
    return link === undefined ? removed : headOf(link);
  }

  async function* linksOf({ tenantId, until }: ChainPart, from: number): AsyncGenerator<Link> {
    let next: number | undefined = from;
    while (next !== undefined) {
      const links: readonly Link[] = await eventChain.links(tenantId, next, LINKS_AT_ONCE);
      for (const link of links) {
        if (until !== undefined && link.sealedAt >= until) return;
        yield link;
      }
      const last = links.at(-1);
      next = last && last.number + 1;
    }
  }

  /** Events with a position outside all links. */
  async function outsideEvents(tenantId: string, removed: Head, head: Head): Promise<ChainFault[]> {
    const count = await eventChain.outside(tenantId, removed.position + 1, head.position);
    if (count === 0) return [];
    const texts = `${count} with a place outside the chain`;
    return [{ what: 'inserted', link: undefined, positions: [], texts }];
  }

  async function storedHeadFaults(
    tenantId: string,
    storedHead: Head,
    removed: Head,
  ): Promise<ChainFault[]> {
    if (storedHead.number < removed.number || storedHead.number === 0) return [];
    const [link] = await eventChain.links(tenantId, storedHead.number, 1);
    const found = storedHead.number === removed.number ? removed : link && headOf(link);
    const fault = { what: 'stored-head', link: storedHead.number, positions: [] } as const;
    if (found === undefined || found.number !== storedHead.number) {
      return [{ ...fault, texts: 'the kept head is not there: the end of the chain is gone' }];
    }
    if (found.mac === storedHead.mac && found.position === storedHead.position) return [];
    return [{ ...fault, texts: 'the kept head differs: the chain was made anew' }];
  }
}

/** The result for one link. */
interface VerifiedLink extends ReturnType<typeof verifyLink> {
  readonly restoredAt: Date | undefined;
}

function restoreIn({ kind, sealedAt }: Link): Date | undefined {
  return kind === 'restore' ? sealedAt : undefined;
}

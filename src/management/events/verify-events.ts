import { type Head, headOf, type Link, NO_HEAD, parseHead } from '../../domain/event-chain.ts';
import type { EventChain } from '../../ports/events.ts';
import type { EventMacs } from '../../ports/vault.ts';
import { type ChainFault, validateLink } from './verify-link.ts';

interface Deps {
  readonly eventChain: Pick<
    EventChain,
    'links' | 'events' | 'lastRemoval' | 'sealedFrom' | 'outside' | 'unsealed'
  >;
  readonly macs: EventMacs;
}

/** Which part of a chain is looked at. */
export interface ChainPart {
  readonly tenantId: string;
  /** Links that were sealed then or later. */
  readonly from: Date | undefined;
  /** Links that were sealed before. */
  readonly until: Date | undefined;
  /** Where the chain stood once, kept elsewhere: it must still be in it. */
  readonly kept: Head | undefined;
}

/** What became of one tenant's chain. */
export interface ChainReport {
  readonly tenantId: string;
  /** Links and events that are as they were when they were sealed. */
  readonly links: number;
  readonly intact: number;
  /** Events that no link has taken yet. */
  readonly unsealed: number;
  /** What was removed because it was old: all up to that position. */
  readonly removedThrough: number | undefined;
  /** When the database was taken from a backup: what the time before had added later is lost. */
  readonly restores: readonly Date[];
  readonly faults: readonly ChainFault[];
  /** Where the part ends: keep it elsewhere. */
  readonly head: Head;
}

const LINKS_AT_ONCE = 20;

/** Recomputes a chain from its events and links. */
export type VerifyEvents = (part: ChainPart) => Promise<ChainReport>;

/**
 * Follows the links from the first one to the last. A link proves its events, and the link before it. That links were
 * cut off at the end nothing in the database can tell: the kept head does.
 */
export function makeVerifyEvents({ eventChain, macs }: Deps): VerifyEvents {
  return async function verifyEvents(part) {
    const { tenantId, from, kept } = part;
    const removed = await removedHead(tenantId);
    const first = await firstOf(part);
    let head = await headBefore(tenantId, first, removed);
    const validated: Validated[] = [];
    for await (const link of linksOf(part, Math.max(first, head.number + 1))) {
      const events = await eventChain.events(tenantId, link.firstPosition, link.lastPosition);
      validated.push({
        ...validateLink({ link, before: head, events, macs }),
        restoredAt: restoreIn(link),
      });
      head = headOf(link);
    }
    const isWhole = from === undefined && part.until === undefined;
    return {
      tenantId,
      links: validated.length,
      intact: validated.reduce((sum, { intact }) => sum + intact, 0),
      unsealed: await eventChain.unsealed(tenantId),
      removedThrough: removed === NO_HEAD ? undefined : removed.position,
      restores: validated.flatMap(({ restoredAt }) => restoredAt ?? []),
      faults: [
        ...validated.flatMap(({ faults }) => faults),
        ...(isWhole ? await strangers(tenantId, removed, head) : []),
        ...(kept === undefined ? [] : await keptFaults(tenantId, kept, removed)),
      ],
      head,
    };
  };

  /** Up to where the chain says that it was emptied. Only a link that is still to be judged may say so. */
  async function removedHead(tenantId: string): Promise<Head> {
    const { number = 0, note = '' } = (await eventChain.lastRemoval(tenantId)) ?? {};
    const removed = parseHead(note) ?? NO_HEAD;
    return removed.number < number ? removed : NO_HEAD;
  }

  async function firstOf({ tenantId, from }: ChainPart): Promise<number> {
    if (from === undefined) return 1;
    return (await eventChain.sealedFrom(tenantId, from)) ?? Number.MAX_SAFE_INTEGER;
  }

  /** Behind which link to begin: that one is believed as it stands. */
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

  /** Events with a place that no link gave them. */
  async function strangers(tenantId: string, removed: Head, head: Head): Promise<ChainFault[]> {
    const count = await eventChain.outside(tenantId, removed.position + 1, head.position);
    if (count === 0) return [];
    const texts = `${count} with a place outside the chain`;
    return [{ what: 'inserted', link: undefined, positions: [], texts }];
  }

  async function keptFaults(tenantId: string, kept: Head, removed: Head): Promise<ChainFault[]> {
    if (kept.number < removed.number || kept.number === 0) return [];
    const [link] = await eventChain.links(tenantId, kept.number, 1);
    const there = kept.number === removed.number ? removed : link && headOf(link);
    const fault = { what: 'kept-head', link: kept.number, positions: [] } as const;
    if (there === undefined || there.number !== kept.number) {
      return [{ ...fault, texts: 'the kept head is not there: the end of the chain is gone' }];
    }
    if (there.mac === kept.mac && there.position === kept.position) return [];
    return [{ ...fault, texts: 'the kept head differs: the chain was made anew' }];
  }
}

/** What is remembered of a link that was judged. */
interface Validated extends ReturnType<typeof validateLink> {
  readonly restoredAt: Date | undefined;
}

function restoreIn({ kind, sealedAt }: Link): Date | undefined {
  return kind === 'restore' ? sealedAt : undefined;
}

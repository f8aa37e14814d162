import { type Head, type Link, type LinkFacts, linkedText } from '../../domain/event-chain.ts';
import type { EventMacs } from '../../ports/event-macs.ts';

/** What a link has of its own, beside its place behind the head. */
type OwnFacts = Pick<LinkFacts, 'tenantId' | 'kind' | 'marks' | 'note' | 'sealedAt'>;

/** The link that follows the head. */
export function sealedLink(head: Head, own: OwnFacts, macs: EventMacs): Link {
  const facts = {
    ...own,
    number: head.number + 1,
    firstPosition: head.position + 1,
    lastPosition: head.position + own.marks.length,
  };
  const mac = newest(macs, 'mac', linkedText(facts, head.mac));
  return { ...facts, keyName: macs.newest, mac };
}

/** A hash with the newest key, which is always there. */
export function newest(macs: EventMacs, what: 'mark' | 'mac', text: string): string {
  const hash = macs.of(what, text, macs.newest);
  if (hash === undefined) throw new Error('the newest key of the chain is gone');
  return hash;
}

import { headText } from '../../domain/event-chain.ts';
import { secondsAfter } from '../../domain/lifetimes.ts';
import type { Clock } from '../../ports/clock.ts';
import type { EventChain } from '../../ports/event-chain.ts';
import type { EventMacs } from '../../ports/event-macs.ts';
import { sealedLink } from './sealed-link.ts';

interface Deps {
  readonly eventChain: Pick<EventChain, 'remove'>;
  readonly macs: EventMacs;
  readonly clock: Clock;
  /** How long events are kept, in days; undefined: until the operator deletes them. */
  readonly retentionDays: number | undefined;
}

const DAY = 24 * 60 * 60;
/** Links of one tenant in one transaction. */
const MOST_LINKS = 20;

/** Removes events that are older than they may be, for as long as it may go on. */
export type RemoveOldEvents = (mayGoOn: () => boolean) => Promise<void>;

/**
 * Removes whole links from the beginning of each chain, and marks in the chain up to where. It waits until there is
 * a day's worth of them: one mark a day is enough.
 */
export function makeRemoveOldEvents(deps: Deps): RemoveOldEvents {
  const { eventChain, macs, clock, retentionDays } = deps;
  return async function removeOldEvents(mayGoOn) {
    if (retentionDays === undefined) return;
    const now = clock();
    const until = secondsAfter(now, -retentionDays * DAY);
    const begin = secondsAfter(until, -DAY);
    let old = { begin, until };
    while (mayGoOn() && (await eventChain.remove(old, { limit: MOST_LINKS, mark })) > 0) {
      // What was begun is brought to its end.
      old = { begin: until, until };
    }

    function mark(...[tenantId, head, removed]: Parameters<Mark>) {
      const note = headText(removed);
      return sealedLink(head, { tenantId, kind: 'removal', marks: [], note, sealedAt: now }, macs);
    }
  };
}

type Mark = Parameters<EventChain['remove']>[1]['mark'];

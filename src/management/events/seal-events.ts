import {
  eventText,
  type Head,
  headText,
  type Link,
  type LinkFacts,
  linkText,
} from '../../domain/event-chain.ts';
import { secondsAfter } from '../../domain/lifetimes.ts';
import type { ChainMacs, EventChain, MakeLink } from '../../ports/events.ts';
import type { Log } from '../../ports/log.ts';
import type { Clock } from '../../ports/runtime.ts';

interface SealEventsDeps {
  readonly eventChain: Pick<EventChain, 'seal'>;
  readonly macs: ChainMacs;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
}

/** Events in one transaction: few enough that it is short. */
const MAX_EVENTS = 500;

/** The result of one call. */
export interface Sealed {
  readonly events: number;
  /** Another replica sealed at the same moment: some events may be left. */
  readonly someMayBeLeft: boolean;
}

/**
 * Seals events without a position while `shouldContinue`, at least one batch. All replicas may call it: one seals, and the
 * others find no such events.
 */
export type SealEvents = (shouldContinue: () => boolean) => Promise<Sealed>;

/** Each batch of a tenant's events becomes the next link of its chain. */
export function makeSealEvents({ eventChain, macs, clock, log }: SealEventsDeps): SealEvents {
  const makeLink: MakeLink = (tenantId, head, events) => {
    const forged = events.filter(({ isGenuine }) => !isGenuine);
    for (const { facts } of forged) {
      log.error('event.forged', { tenantId, authenticationId: facts.authenticationId });
    }
    const eventMacs = events.map(({ facts, isGenuine }) =>
      macWithNewestKey(macs, 'event', eventText(tenantId, facts, isGenuine)),
    );
    const own = {
      tenantId,
      kind: 'events',
      eventMacs,
      note: undefined,
      sealedAt: clock(),
    } as const;
    return sealedLink(head, own, macs);
  };

  return async function sealEvents(shouldContinue) {
    let events = 0;
    let latest: number | undefined;
    do {
      latest = await eventChain.seal(MAX_EVENTS, makeLink);
      events += latest ?? 0;
    } while (latest === MAX_EVENTS && shouldContinue());
    return { events, someMayBeLeft: latest === undefined };
  };
}

/** The facts of a link that do not follow from the head. */
type OwnFacts = Pick<LinkFacts, 'tenantId' | 'kind' | 'eventMacs' | 'note' | 'sealedAt'>;

/** The link that follows the head. */
export function sealedLink(head: Head, own: OwnFacts, macs: ChainMacs): Link {
  const facts = {
    ...own,
    number: head.number + 1,
    firstPosition: head.position + 1,
    lastPosition: head.position + own.eventMacs.length,
  };
  const mac = macWithNewestKey(macs, 'link', linkText(facts, head.mac));
  return { ...facts, keyName: macs.newest, mac };
}

/** A MAC made with the newest key. */
export function macWithNewestKey(macs: ChainMacs, kind: 'event' | 'link', text: string): string {
  const mac = macs.of(kind, text, macs.newest);
  if (mac === undefined) throw new Error('the newest key of the chain is gone');
  return mac;
}

interface RemoveOldEventsDeps extends Pick<SealEventsDeps, 'macs' | 'clock'> {
  readonly eventChain: Pick<EventChain, 'remove'>;
  /** The retention of events in days; undefined: forever. */
  readonly retentionDays: number | undefined;
}

const DAY = 24 * 60 * 60;
/** Links of one tenant in one transaction. */
const MAX_LINKS = 20;

/** Removes events that are older than the retention, while `shouldContinue`. */
export type RemoveOldEvents = (shouldContinue: () => boolean) => Promise<void>;

/**
 * Removes whole links from the beginning of each chain, and adds a link that records the removal. It removes the events of
 * at least a day at once, so that one such link a day is enough.
 */
export function makeRemoveOldEvents(deps: RemoveOldEventsDeps): RemoveOldEvents {
  const { eventChain, macs, clock, retentionDays } = deps;
  return async function removeOldEvents(shouldContinue) {
    if (retentionDays === undefined) return;
    const now = clock();
    const until = secondsAfter(now, -retentionDays * DAY);
    const begin = secondsAfter(until, -DAY);
    let old = { begin, until };
    while (
      shouldContinue() &&
      (await eventChain.remove(old, { limit: MAX_LINKS, removalLink })) > 0
    ) {
      // Only the first removal needs a day's events; the rest follows at once.
      old = { begin: until, until };
    }

    function removalLink(tenantId: string, head: Head, removed: Head): Link {
      const note = headText(removed);
      return sealedLink(
        head,
        { tenantId, kind: 'removal', eventMacs: [], note, sealedAt: now },
        macs,
      );
    }
  };
}

import { markedText } from '../../domain/event-chain.ts';
import type { Clock } from '../../ports/clock.ts';
import type { EventChain, MakeLink } from '../../ports/event-chain.ts';
import type { EventMacs } from '../../ports/event-macs.ts';
import type { Log } from '../../ports/log.ts';
import { newest, sealedLink } from './sealed-link.ts';

interface Deps {
  readonly eventChain: Pick<EventChain, 'seal'>;
  readonly macs: EventMacs;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
}

/** Events in one transaction: few enough that it is over in a moment. */
const MOST_EVENTS = 500;

/** How far it came. */
export interface Sealed {
  readonly events: number;
  /** Another replica sealed at the same moment: some of ours may have come too late for it. */
  readonly someMayBeLeft: boolean;
}

/**
 * Extends the chains by all events that wait for it, for as long as it may go on: by some of them in any case. Any
 * replica may, at any time: one does it, the others find it done.
 */
export type SealEvents = (mayGoOn: () => boolean) => Promise<Sealed>;

/** Seal: each batch of a tenant's events becomes the next link of its chain. */
export function makeSealEvents({ eventChain, macs, clock, log }: Deps): SealEvents {
  const makeLink: MakeLink = (tenantId, head, events) => {
    const forged = events.filter(({ isGenuine }) => !isGenuine);
    for (const { facts } of forged) {
      log.error('event.forged', { tenantId, authenticationId: facts.authenticationId });
    }
    const marks = events.map(({ facts, isGenuine }) =>
      newest(macs, 'mark', markedText(tenantId, facts, isGenuine)),
    );
    const own = { tenantId, kind: 'events', marks, note: undefined, sealedAt: clock() } as const;
    return sealedLink(head, own, macs);
  };

  return async function sealEvents(mayGoOn) {
    let events = 0;
    let latest: number | undefined;
    do {
      latest = await eventChain.seal(MOST_EVENTS, makeLink);
      events += latest ?? 0;
    } while (latest === MOST_EVENTS && mayGoOn());
    return { events, someMayBeLeft: latest === undefined };
  };
}

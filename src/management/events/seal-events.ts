import { markedText } from '../../domain/event-chain.ts';
import type { Clock } from '../../ports/clock.ts';
import type { EventChain, MakeLink } from '../../ports/event-chain.ts';
import type { EventMacs } from '../../ports/event-macs.ts';
import { newest, sealedLink } from './sealed-link.ts';

interface Deps {
  readonly eventChain: Pick<EventChain, 'seal'>;
  readonly macs: EventMacs;
  readonly clock: Clock;
}

/** Events in one transaction: few enough that it is over in a moment. */
const MOST_EVENTS = 500;

/**
 * Extends the chains by all events that wait for it, for as long as it may go on; answers how many there were. Any
 * replica may, at any time: one does it, the others find it done.
 */
export type SealEvents = (mayGoOn: () => boolean) => Promise<number>;

/** Seal: each batch of a tenant's events becomes the next link of its chain. */
export function makeSealEvents({ eventChain, macs, clock }: Deps): SealEvents {
  const makeLink: MakeLink = (tenantId, head, events) => {
    const marks = events.map((facts) => newest(macs, 'mark', markedText(tenantId, facts)));
    const own = { tenantId, kind: 'events', marks, note: undefined, sealedAt: clock() } as const;
    return sealedLink(head, own, macs);
  };

  return async function sealEvents(mayGoOn) {
    let sealed = 0;
    let latest = MOST_EVENTS;
    while (latest === MOST_EVENTS && mayGoOn()) {
      latest = await eventChain.seal(MOST_EVENTS, makeLink);
      sealed += latest;
    }
    return sealed;
  };
}

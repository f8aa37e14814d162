import type { EventChain, EventMacs } from '../ports/events.ts';
import type { Forgotten, Restoration } from '../ports/restoration.ts';
import type { Clock } from '../ports/runtime.ts';
import { type SealEvents, sealedLink } from './events/seal-events.ts';

interface Deps {
  readonly restoration: Pick<Restoration, 'forget'>;
  readonly sealEvents: SealEvents;
  readonly eventChain: Pick<EventChain, 'note'>;
  readonly macs: EventMacs;
  readonly clock: Clock;
}

/** What was done. */
export interface AfterRestore extends Forgotten {
  /** Chains that now say where time was lost. */
  readonly chains: number;
}

/**
 * Makes a database that was taken from a backup safe to serve: what was used since the backup, which it no longer
 * knows, cannot be used again, and each chain of events says where the gap is.
 */
export function makeAfterRestore(deps: Deps): () => Promise<AfterRestore> {
  const { restoration, sealEvents, eventChain, macs, clock } = deps;
  return async function afterRestore() {
    const forgotten = await restoration.forget(clock());
    await sealEvents(() => true);
    const chains = await eventChain.note((tenantId, head) => {
      const own = { tenantId, kind: 'restore', marks: [], note: undefined } as const;
      return sealedLink(head, { ...own, sealedAt: clock() }, macs);
    });
    return { ...forgotten, chains };
  };
}

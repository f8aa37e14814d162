import type { Clock } from '../../shared/clock.ts';
import { RpError } from '../rp-api/rp-error.ts';

/** Watches the rate of collects of each order: an RP must leave a second between two collects. */
export interface CollectPace {
  /** @throws {RpError} tooManyRequests, if fast collects are refused */
  note(orderRef: string): void;
  forget(orderRef: string): void;
  /** The number of collects that came too soon. */
  fastCollects(): number;
}

interface Deps {
  readonly clock: Clock;
  /** Whether a collect that comes too soon is refused, or only counted. */
  readonly refusesFastCollects: boolean;
}

/** No collect yet. */
export function makeCollectPace({ clock, refusesFastCollects }: Deps): CollectPace {
  const lastCollects = new Map<string, number>();
  let fastCollects = 0;
  return {
    note(orderRef) {
      const now = clock().getTime();
      const last = lastCollects.get(orderRef) ?? Number.NEGATIVE_INFINITY;
      lastCollects.set(orderRef, now);
      if (now - last >= 1000) return;
      fastCollects += 1;
      if (refusesFastCollects) {
        throw new RpError('tooManyRequests', 'Collect at most once a second');
      }
    },
    forget(orderRef) {
      lastCollects.delete(orderRef);
    },
    fastCollects: () => fastCollects,
  };
}

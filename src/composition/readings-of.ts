import { pgEventChain } from '../adapters/postgres/event-chain.ts';
import { pgPendingCounts } from '../adapters/postgres/usage.ts';
import { pgWebhooks } from '../adapters/postgres/webhooks.ts';
import { cacheFor } from '../adapters/telemetry/gauges.ts';
import type { Acr } from '../domain/acr.ts';
import { groupedBy } from '../domain/grouped-by.ts';
import type { Gauges, PendingCount } from '../ports/metrics.ts';
import { eidNames, eidOf } from './eid-names.ts';
import type { State } from './open-state.ts';
import type { Runtime } from './surroundings.ts';

/** However many systems look, the database is asked once in so many seconds. */
const FRESH_FOR = 5;

/** How the service stands, from what it is made of. */
export function gaugesOf(
  { pool, vault, configurationSource }: State,
  { clock, droppedLogLines = () => 0 }: Runtime,
  isDraining: () => boolean,
): Gauges {
  const pendingCounts = pgPendingCounts(pool);
  const eventChain = pgEventChain({ pool, vault });
  const webhooks = pgWebhooks({ pool, vault });
  return {
    pendingAuthentications: cacheFor(FRESH_FOR, clock, async () =>
      byEid(await pendingCounts(clock())),
    ),
    certificates: configurationSource.certificates,
    unsealedEvents: cacheFor(FRESH_FOR, clock, () => eventChain.unsealed()),
    webhookBacklog: cacheFor(FRESH_FOR, clock, () => webhooks.backlog()),
    pool: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    isDraining,
    droppedLogLines,
  };
}

/** Every eID is named, also while nobody waits for it. */
function byEid(counts: readonly { readonly acr: Acr; readonly count: number }[]): PendingCount[] {
  const named = eidNames.map((eid) => ({ eid, count: 0 }));
  const counted = counts.map(({ acr, count }) => ({ eid: eidOf(acr), count }));
  return [...groupedBy([...named, ...counted], ({ eid }) => eid)].map(([eid, ofEid]) => ({
    eid,
    count: ofEid.reduce((sum, { count }) => sum + count, 0),
  }));
}

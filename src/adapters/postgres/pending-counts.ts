import type { Pool } from 'pg';

import type { Acr } from '../../domain/acr.ts';

/** How many attempts of one acr value wait for their person. */
export interface PendingCount {
  readonly acr: Acr;
  readonly count: number;
}

const COUNT = `select acr, count(*)::int as count from authentication
  where state = 'pending' and expires_at > $1 group by acr`;

/** Counts the attempts that wait, over all replicas. */
export function pgPendingCounts(pool: Pool): (now: Date) => Promise<readonly PendingCount[]> {
  return async (now) => {
    const statement = { name: 'authentication_pending_counts', text: COUNT, values: [now] };
    return (await pool.query<PendingCount>(statement)).rows;
  };
}

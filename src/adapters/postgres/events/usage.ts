import type { Pool } from 'pg';
import type { Acr } from '../../../domain/acr.ts';
import type { Usage, UsageLine } from '../../../ports/events.ts';

const BETWEEN = `select tenant_id as "tenantId", kind,
    count(*) filter (where outcome = 'identified')::int as identified,
    count(*) filter (where outcome = 'remembered')::int as remembered,
    count(*) filter (where outcome not in ('identified', 'remembered'))::int as ended
  from authentication_event where at >= $1 and at < $2 and channel <> 'management'
  group by tenant_id, kind order by tenant_id collate "C", kind collate "C"`;

/** Counts over the table `authentication_event`. */
export function pgUsage(pool: Pool): Usage {
  return {
    async between(from, until) {
      const statement = { name: 'usage_between', text: BETWEEN, values: [from, until] };
      return (await pool.query<UsageLine>(statement)).rows;
    },
  };
}

/** The number of pending attempts of one acr value. */
export interface PendingCount {
  readonly acr: Acr;
  readonly count: number;
}

const COUNT = `select acr, count(*)::int as count from authentication
  where state = 'pending' and expires_at > $1 group by acr`;

/** Counts the pending attempts of all replicas. */
export function pgPendingCounts(pool: Pool): (now: Date) => Promise<readonly PendingCount[]> {
  return async (now) => {
    const statement = { name: 'authentication_pending_counts', text: COUNT, values: [now] };
    return (await pool.query<PendingCount>(statement)).rows;
  };
}

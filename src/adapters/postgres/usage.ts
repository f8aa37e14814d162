import type { Pool } from 'pg';

import type { Usage, UsageLine } from '../../ports/usage.ts';

const BETWEEN = `select tenant_id as "tenantId", kind,
    count(*) filter (where outcome = 'identified')::int as identified,
    count(*) filter (where outcome = 'remembered')::int as remembered,
    count(*) filter (where outcome not in ('identified', 'remembered'))::int as ended
  from authentication_event where at >= $1 and at < $2
  group by tenant_id, kind order by tenant_id collate "C", kind collate "C"`;

/** What the table `authentication_event` tells. */
export function pgUsage(pool: Pool): Usage {
  return {
    async between(from, until) {
      const statement = { name: 'usage_between', text: BETWEEN, values: [from, until] };
      return (await pool.query<UsageLine>(statement)).rows;
    },
  };
}

import type { Pool } from 'pg';

import type { ReadRecentUse, RecentUse } from '../../ports/recent-use.ts';

/** Read when a change of settings takes something away; by the index of the time. */
const RECENT = `select distinct client_id as "clientId", issuer, acr, channel
  from authentication_event
  where at >= $3 and tenant_id = $1 and client_id = any ($2)
    and outcome in ('identified', 'remembered')`;

/** Reads who logged in lately from the table `authentication_event`. */
export function pgRecentUse(pool: Pool): ReadRecentUse {
  return async (tenantId, clientIds, since) => {
    const values = [tenantId, clientIds, since];
    return (await pool.query<RecentUse>({ name: 'recent_use', text: RECENT, values })).rows;
  };
}

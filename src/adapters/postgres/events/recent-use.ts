import type { Pool } from 'pg';

import type { ReadRecentUse, RecentUse } from '../../../ports/recent-use.ts';
import { DONE, uncounted } from './usage-counts.ts';

const COLUMNS = 'client_id, issuer, acr, channel';
const LATELY = `client_id = any ($2) and outcome in ('identified', 'remembered') and at + interval '0' >= $3`;

/** What was counted is one row for each way to log in; only the events of the last minute are read one by one. */
const RECENT = `with ${DONE}
  select distinct client_id as "clientId", issuer, acr, channel from (
    select ${COLUMNS} from application_use
      where tenant_id = $1 and client_id = any ($2) and used_at >= $3
    union all ${uncounted(COLUMNS, LATELY)}
  ) as lately`;

/** Reads who logged in lately from the table `application_use`, and from the events that are not counted yet. */
export function pgRecentUse(pool: Pool): ReadRecentUse {
  return async (tenantId, clientIds, since) => {
    const values = [tenantId, clientIds, since];
    return (await pool.query<RecentUse>({ name: 'recent_use', text: RECENT, values })).rows;
  };
}

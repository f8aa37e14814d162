import type { Pool } from 'pg';

import type { LoginOutcome } from '../../../domain/login-timeline.ts';
import { USUAL_DAYS } from '../../../domain/outcome-rates.ts';
import type { LoginOutcomes } from '../../../ports/login-outcomes.ts';

/** Logins of the tenant that are read of one hour: eight times as many at most, by the index of lists. */
const MOST = 10_000;

/** A day has 24 hours here, also where the clock changes. */
const COUNT = {
  name: 'login_outcomes',
  text: `select outcome, (count(*) filter (where days = 0))::int as now, (count(*) filter (where days > 0))::int as before
    from generate_series(0, ${USUAL_DAYS}) as days
    cross join lateral (select acr, issuer, outcome from login_timeline
      where tenant_id = $1 and began_at < $2::timestamptz - days * interval '24 hours'
        and began_at >= $2::timestamptz - days * interval '24 hours' - interval '1 hour'
      order by began_at desc limit ${MOST}) as login
    where acr = any($3::text[]) and issuer = any($4::text[])
    group by outcome order by now desc, before desc, outcome`,
};

interface Row {
  readonly outcome: LoginOutcome | null;
  readonly now: number;
  readonly before: number;
}

/** Reads the timelines. */
export function pgLoginOutcomes(pool: Pool): LoginOutcomes {
  return {
    async count({ tenantId, acrValues, issuers }, until) {
      const values = [tenantId, until, acrValues, issuers];
      const { rows } = await pool.query<Row>({ ...COUNT, values });
      return rows.map(({ outcome, ...counts }) => ({ outcome: outcome ?? undefined, ...counts }));
    },
  };
}

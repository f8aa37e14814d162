import type { Pool } from 'pg';

import type { TenantRecords, UsageRow } from '../../../ports/tenant-records.ts';
import type { UsageCounts } from '../../../ports/usage-counts.ts';
import type { Statement } from '../pool.ts';

/** Tenants with sealed events that are not counted yet. */
const BEHIND: Statement = {
  name: 'usage_behind',
  text: `select tenant.id from tenant
    left join usage_position on usage_position.tenant_id = tenant.id
    cross join lateral (select position from authentication_event
      where tenant_id = tenant.id and position is not null
      order by position desc limit 1) as last
    where last.position > coalesce(usage_position.position, 0)
    order by tenant.id limit $1`,
};

const BEGIN: Statement = {
  name: 'usage_begin',
  text: 'insert into usage_position (tenant_id, position) values ($1, 0) on conflict do nothing',
};

/**
 * Counts the next events of a tenant, and notes how its applications were used. The row of the position is locked, so each event
 * is counted once; a replica that finds it locked counts nothing.
 */
const COUNT: Statement = {
  name: 'usage_count',
  text: `with done as (select position from usage_position where tenant_id = $1 for update skip locked),
      next as materialized (select client_id, issuer, acr, channel, kind, outcome, at at time zone 'UTC' as at, position
        from authentication_event
        where tenant_id = $1 and position > (select position from done)
        order by position limit $2),
      counted as (insert into usage_count
          (tenant_id, span, began_at, client_id, acr, kind, identified, remembered, ended)
        select $1, span, date_trunc(span, at) at time zone 'UTC', client_id, acr, kind,
          count(*) filter (where outcome = 'identified'),
          count(*) filter (where outcome = 'remembered'),
          count(*) filter (where outcome not in ('identified', 'remembered'))
        from next cross join unnest('{hour,day,month}'::text[]) as span
        group by span, date_trunc(span, at), client_id, acr, kind
        on conflict (tenant_id, span, began_at, client_id, acr, kind) do update
        set identified = usage_count.identified + excluded.identified,
          remembered = usage_count.remembered + excluded.remembered,
          ended = usage_count.ended + excluded.ended),
      used as (insert into application_use (tenant_id, client_id, issuer, acr, channel, used_at)
        select $1, client_id, issuer, acr, channel, max(at) at time zone 'UTC' from next
        where outcome in ('identified', 'remembered')
        group by client_id, issuer, acr, channel
        on conflict (tenant_id, client_id, issuer, acr, channel) do update
        set used_at = greatest(application_use.used_at, excluded.used_at)),
      moved as (update usage_position set position = (select max(position) from next)
        where tenant_id = $1 and exists (select from next))
    select count(*)::int as count from next`,
};

/** More than a tenant ever has to count. An open end would look to the planner like a third of the table. */
const FAR = 1_000_000_000;
/** Where a tenant is counted up to, as \`done\` of a \`with\` query. */
export const DONE = `done as (select coalesce((select position from usage_position where tenant_id = $1), 0) as position)`;

/**
 * Columns of the single events of a tenant that are not counted yet: sealed and unsealed ones. A condition on \`at\` must not use
 * the index of the moments, which would find every event of the period: it names \`at + interval '0'\`.
 */
export function uncounted(columns: string, condition: string): string {
  const events = `select ${columns} from authentication_event where tenant_id = $1`;
  return `${events} and position > (select position from done)
        and position <= (select position + ${FAR} from done) and ${condition}
      union all ${events} and position is null and ${condition}`;
}

const WITHIN_HOURS = `at + interval '0' >= $8 and at + interval '0' < $9`;

/**
 * The period is cut into the largest spans that fit: $4 to $5 are whole months, around them $6 to $7 whole days, around them $8 to
 * $9 whole hours. Single events are read of the rest: the ends within an hour, and those that are not counted yet. Each span is one
 * range of an index. They are rows, whose values the planner ignores: else it would plan anew for each request, which costs more.
 */
const READ: Statement = {
  name: 'usage_read',
  text: `with ${DONE},
      counted as (
        select client_id, acr, kind, identified, remembered, ended
          from (values ('month', $4::timestamptz, $5::timestamptz), ('day', $6, $4), ('day', $5, $7),
            ('hour', $8, $6), ('hour', $7, $9)) as whole (span, first, after)
          cross join lateral (select * from usage_count
            where tenant_id = $1 and span = whole.span and began_at >= first and began_at < after) as counts
        union all select client_id, acr, kind, (outcome = 'identified')::int, (outcome = 'remembered')::int,
            (outcome not in ('identified', 'remembered'))::int
          from (
            select client_id, acr, kind, outcome
              from (values ($2::timestamptz, $8), ($9, $3)) as rest (first, after)
              cross join lateral (select * from authentication_event
                where tenant_id = $1 and at >= first and at < after) as events
            union all ${uncounted('client_id, acr, kind, outcome', WITHIN_HOURS)}
          ) as single)
    select client_id as application, acr, kind, sum(identified)::int as identified, sum(remembered)::int as remembered,
      sum(ended)::int as ended
    from counted group by client_id, acr, kind
    order by client_id collate "C", acr collate "C", kind collate "C"`,
};

/** The tables `usage_count`, `application_use` and `usage_position`, beside the events that they count. */
export function pgUsageCounts(pool: Pool): UsageCounts {
  return {
    async behind(limit) {
      const { rows } = await pool.query<{ readonly id: string }>({ ...BEHIND, values: [limit] });
      return rows.map(({ id }) => id);
    },

    async count(tenantId, limit) {
      await pool.query({ ...BEGIN, values: [tenantId] });
      const counting = { ...COUNT, values: [tenantId, limit] };
      const { rows } = await pool.query<{ readonly count: number }>(counting);
      return rows[0]?.count ?? 0;
    },
  };
}

/** Reads the counts of one tenant, and the single events that are not counted yet. */
export function pgTenantUsage(pool: Pool): TenantRecords['usage'] {
  return async function usage(tenantId, from, until) {
    const values = [tenantId, from, until, ...spansOf(from, until)];
    return (await pool.query<UsageRow>({ ...READ, values })).rows;
  };
}

/**
 * The whole months, days and hours of a period, each as its first and its end, in UTC. The larger spans lie within the smaller.
 * Where a period holds no whole one, it is empty at its end.
 */
export function spansOf(from: Date, until: Date): readonly Date[] {
  let around: Bounds = [from.getTime(), Math.max(from.getTime(), until.getTime())];
  const found = [HOUR, DAY, MONTH].map((beginOf) => {
    around = wholeWithin(around, beginOf);
    return around;
  });
  return found
    .reverse()
    .flat()
    .map((time) => new Date(time));
}

type Bounds = readonly [number, number];
/** The beginning of the span of a moment, or of the one so many spans later. */
type BeginOf = (at: Date, later: number) => number;

const MONTH: BeginOf = (at, later) => Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + later);
const DAY: BeginOf = (at, later) =>
  Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate() + later);
const HOUR: BeginOf = (at, later) => {
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
  return Date.UTC(year, month, day, at.getUTCHours() + later);
};

function wholeWithin([from, until]: Bounds, beginOf: BeginOf): Bounds {
  const below = beginOf(new Date(from), 0);
  const first = below === from ? below : beginOf(new Date(from), 1);
  const end = beginOf(new Date(until), 0);
  return first < end ? [first, end] : [until, until];
}

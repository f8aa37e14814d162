import type { LoginTimeline } from '../../../domain/login-timeline.ts';
import { parseSupportCode } from '../../../domain/support-code.ts';
import type { TimelineFilter, TimelineList, TimelinePage } from '../../../ports/login-timelines.ts';
import { hashOf } from './artifacts.ts';
import { COLUMNS, type TimelineRow, timelineOf } from './timeline-row.ts';
import { lookupHash } from './timeline-steps.ts';

/** A row of a list, at its place among those that were read. One that does not fit is there for its place alone. */
export interface ListedRow extends TimelineRow {
  readonly fits: boolean;
  readonly place: number;
}

/** Timelines that one page reads at most: where few of them fit, it ends early, and the next one goes on. */
const MAX_READ = 10_000;

/**
 * An index finds the tenant, one of application, error and ending, and the time; all other conditions are checked row by row. The
 * conditions are those of the filter, so it is no prepared statement: only administrators run it.
 */
export function listQuery(
  tenantId: string,
  filter: TimelineFilter,
  { limit, after }: TimelinePage,
) {
  const values: unknown[] = [tenantId];
  const place = (value: unknown) => `$${values.push(value)}`;
  const { outcome, clientId, acrValues, error, from, until, search } = filter;
  const [indexed, others]: [string[], string[]] = [[], []];
  if (clientId !== undefined) indexed.push(`client_id = ${place(clientId)}`);
  if (error !== undefined) indexed.push(`error = ${place(error)}`);
  if (outcome === 'pending') others.push('outcome is null');
  else if (outcome === 'identified' || outcome === 'remembered') {
    others.push(`outcome = ${place(outcome)}`);
  } else if (outcome !== undefined) indexed.push(`ending = ${place(outcome)}`);
  if (acrValues !== undefined) others.push(`acr = any(${place(acrValues)}::text[])`);

  const [first = 'true', ...further] = indexed;
  const found = ['tenant_id = $1', first];
  if (from !== undefined) found.push(`began_at >= ${place(from)}`);
  if (until !== undefined) found.push(`began_at < ${place(until)}`);
  if (after !== undefined) {
    const [at, code] = [place(after.beganAt), place(after.code)];
    found.push(`(began_at, code) < (${at}::timestamptz, ${code}::text)`);
  }
  const checked = ['true', ...further, ...others];
  const source = search === undefined ? 'login_timeline' : foundBy(search.trim());
  return {
    text: `select ${COLUMNS}, fits, place from (
        select *, coalesce(${checked.join(' and ')}, false) as fits,
          (row_number() over (order by began_at desc, code desc))::int as place
        from ${source} where ${found.join(' and ')}
        order by began_at desc, code desc limit ${MAX_READ}) as login_timeline
      where fits or place = ${MAX_READ} order by began_at desc, code desc limit ${limit + 1}`,
    values,
  };

  /**
   * Each name is looked up by its own index, before all other conditions: one condition with `or` would read every login of
   * the tenant. A hash of 64 bits may find another login too, so rarely that the person sees it.
   */
  function foundBy(text: string): string {
    const names = [
      ['code', parseSupportCode(text)],
      ['state_hash', lookupHash(tenantId, text)],
      ['reference_hash', lookupHash(tenantId, text.toLowerCase())],
      ['login_key', hashOf(text).toString('base64url')],
    ] as const;
    const keys = names.map(
      ([column, value]) =>
        `select login_key from login_timeline where tenant_id = $1 and ${column} = ${place(value)}`,
    );
    return `(select * from login_timeline where login_key = any(array(${keys.join(' union all ')}))
      offset 0) as login_timeline`;
  }
}

/** The page in the rows of a list query. */
export function listIn(rows: readonly ListedRow[], { limit }: TimelinePage): TimelineList {
  const found = rows.filter(({ fits }) => fits);
  const items = found.slice(0, limit).map(timelineOf);
  const last = found.length > limit ? items.at(-1) : lastRead(rows);
  return { items, next: last && { beganAt: last.beganAt, code: last.code } };
}

/** The timeline at which a page stopped to read; undefined when it read them all. */
function lastRead(rows: readonly ListedRow[]): LoginTimeline | undefined {
  return rows.filter(({ place }) => place === MAX_READ).map(timelineOf)[0];
}

import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from './client.ts';
import type { LoginSummary, Page, Timeline } from './shapes.ts';

/** What narrows the list of logins; kept in the page's address. */
export interface LoginFilter {
  readonly outcome?: string | undefined;
  readonly application?: string | undefined;
  readonly eid?: string | undefined;
  readonly error?: string | undefined;
  readonly from?: string | undefined;
  readonly until?: string | undefined;
  readonly search?: string | undefined;
}

const PER_PAGE = 50;

/** The logins of a tenant, latest first, page by page. A live list rests while its page is hidden. */
export function loginsQuery(tenant: string, filter: LoginFilter, live: boolean) {
  return infiniteQueryOptions({
    queryKey: ['logins', tenant, filter],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }): Promise<Page<LoginSummary>> =>
      bodyOf(
        api.GET('/api/tenants/{tenant}/logins', {
          params: { path: { tenant }, query: queryOf(filter, pageParam) },
          signal,
        }),
      ),
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchInterval: ({ state }) => (live && (state.data?.pages.length ?? 1) === 1 ? 3_000 : false),
  });
}

/** One login's story. It is read again while the login is pending. */
export function timelineQuery(tenant: string, code: string) {
  return queryOptions({
    queryKey: ['logins', tenant, 'story', code],
    queryFn: ({ signal }): Promise<Timeline> =>
      bodyOf(
        api.GET('/api/tenants/{tenant}/logins/{code}', {
          params: { path: { tenant, code } },
          signal,
        }),
      ),
    refetchInterval: ({ state }) => (state.data?.outcome === null ? 2_000 : false),
  });
}

/** The parameters that have a value. Days begin at midnight, UTC; the last day is included. */
function queryOf({ from, until, ...others }: LoginFilter, cursor: string | undefined) {
  const day = (text: string, later: number) =>
    new Date(Date.parse(`${text}T00:00:00Z`) + later).toISOString();
  return {
    limit: PER_PAGE,
    ...(cursor !== undefined && { cursor }),
    ...(from !== undefined && isDay(from) && { from: day(from, 0) }),
    ...(until !== undefined && isDay(until) && { until: day(until, DAY_MS) }),
    ...present(others),
  };
}

const DAY_MS = 86_400_000;

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
}

function present<Query extends object>(
  query: Query,
): { [Name in keyof Query]: Exclude<Query[Name], undefined> } {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as { [Name in keyof Query]: Exclude<Query[Name], undefined> };
}

import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from './client.ts';
import type { LoginSummary, Page, Timeline } from './shapes.ts';

/** What narrows the list of logins; kept in the page's address. */
export interface LoginFilter {
  readonly outcome?: string | undefined;
  readonly application?: string | undefined;
  readonly eid?: string | undefined;
  readonly from?: string | undefined;
  readonly until?: string | undefined;
  readonly search?: string | undefined;
}

const PER_PAGE = 50;

/** The logins of a tenant, latest first, page by page. */
export function loginsQuery(tenant: string, filter: LoginFilter, live: boolean) {
  return infiniteQueryOptions({
    queryKey: ['logins', tenant, filter],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }): Promise<Page<LoginSummary>> =>
      bodyOf(
        api.GET('/api/tenants/{tenant}/logins', {
          params: {
            path: { tenant },
            query: withoutAbsent({ ...filter, limit: PER_PAGE, cursor: pageParam }),
          },
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

/** The parameters that have a value: the description of the API has no empty ones. */
export function withoutAbsent<Query extends object>(
  query: Query,
): { [Name in keyof Query]?: Exclude<Query[Name], undefined> } {
  const present = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  return Object.fromEntries(present) as { [Name in keyof Query]?: Exclude<Query[Name], undefined> };
}

import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from './client.ts';
import type { Page, Settings } from './shapes.ts';

const T = '/api/tenants/{tenant}';

/** The applied revisions, latest first. */
export function revisionsQuery(tenant: string) {
  return listQuery(['revisions', tenant], (cursor) =>
    api.GET(`${T}/revisions`, { params: { path: { tenant }, query: { ...cursor } } }),
  );
}

/** What administrators did, latest first. */
export function auditQuery(tenant: string) {
  return listQuery(['audit', tenant], (cursor) =>
    api.GET(`${T}/audit`, { params: { path: { tenant }, query: { ...cursor } } }),
  );
}

/** Who has a role in the tenant. */
export function administratorsQuery(tenant: string) {
  return queryOptions({
    queryKey: ['administrators', tenant],
    queryFn: async (): Promise<readonly Settings[]> =>
      itemsIn(await bodyOf(api.GET(`${T}/administrators`, { params: { path: { tenant } } }))),
  });
}

/** The API tokens of the tenant. */
export function tokensQuery(tenant: string) {
  return queryOptions({
    queryKey: ['tokens', tenant],
    queryFn: async (): Promise<readonly Settings[]> =>
      itemsIn(await bodyOf(api.GET(`${T}/tokens`, { params: { path: { tenant } } }))),
  });
}

/** Whether the chain of events holds, with the administrators' acts in it. */
export function chainQuery(tenant: string) {
  return queryOptions({
    queryKey: ['chain', tenant],
    enabled: false,
    queryFn: async (): Promise<Settings> =>
      (await bodyOf(
        api.GET(`${T}/audit/verification`, { params: { path: { tenant } } }),
      )) as Settings,
  });
}

/** Everything that expires, soonest first. */
export function expiryQuery(tenant: string) {
  return queryOptions({
    queryKey: ['expiry', tenant],
    queryFn: async (): Promise<readonly Settings[]> =>
      itemsIn(await bodyOf(api.GET(`${T}/expiry`, { params: { path: { tenant } } }))),
  });
}

/** From the beginning of one moment to the beginning of the other, as the API reads them. */
export interface Period {
  readonly from: string;
  readonly until: string;
}

/** The attempts of a period, by application, eID and kind. */
export function usageQuery(tenant: string, period: Period) {
  return queryOptions({
    queryKey: ['usage', tenant, period],
    enabled: period.from < period.until,
    queryFn: async (): Promise<readonly Settings[]> =>
      itemsIn(
        await bodyOf(api.GET(`${T}/usage`, { params: { path: { tenant }, query: { ...period } } })),
      ),
  });
}

type Cursor = { readonly cursor?: string };

function listQuery(
  queryKey: readonly string[],
  read: (cursor: Cursor) => Promise<{ readonly data?: unknown }>,
) {
  return infiniteQueryOptions({
    queryKey,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam }): Promise<Page<Settings>> => {
      const { data } = await read(pageParam === undefined ? {} : { cursor: pageParam });
      return data as Page<Settings>;
    },
    getNextPageParam: ({ next }) => next ?? undefined,
  });
}

/** The items of a list, however it is wrapped. */
function itemsIn(body: unknown): readonly Settings[] {
  const { items } = Object(body) as { readonly items?: readonly Settings[] };
  return Array.isArray(body) ? body : (items ?? []);
}

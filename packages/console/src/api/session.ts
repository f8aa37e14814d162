import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, bodyOf } from './client.ts';
import type { Page, Permission, Session } from './shapes.ts';

/** Who uses the console. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  staleTime: 60_000,
  queryFn: async (): Promise<Session> => (await bodyOf(api.GET('/api/session'))) as Session,
});

/** Judges whether the person may do something in a tenant. The API judges again; nothing is offered that it refuses. */
export function useMay(tenant: string): (permission: Permission) => boolean {
  const { data } = useQuery(sessionQuery);
  if (data === undefined) return () => false;
  const found = data.tenants.find(({ id }) => id === tenant);
  const { permissions } = found ?? data;
  return (permission) => permissions.includes(permission);
}

interface Tenant {
  readonly id: string;
  readonly name: string;
}

/** The tenants that they may see, the first two hundred. */
export const tenantsQuery = queryOptions({
  queryKey: ['tenants'],
  staleTime: 60_000,
  queryFn: async (): Promise<readonly Tenant[]> => {
    const page: Page<Tenant> = await bodyOf(
      api.GET('/api/tenants', { params: { query: { limit: 200 } } }),
    );
    return page.items;
  },
});

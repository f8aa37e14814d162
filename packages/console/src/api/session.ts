import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, bodyOf } from './client.ts';
import type { ObjectKind } from './objects.ts';
import type { Page, Permission, Session, Settings } from './shapes.ts';

/** Who uses the console. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  staleTime: 60_000,
  queryFn: async (): Promise<Session> => (await bodyOf(api.GET('/api/session'))) as Session,
});

/** Whether the person may do something in a tenant. The API authorizes each request itself. */
export function useMay(tenant: string): (permission: Permission) => boolean {
  const { data } = useQuery(sessionQuery);
  return (permission) => data !== undefined && permissionsAt(data, tenant).includes(permission);
}

/** Whether the person may change an object. On a production one real people depend. */
export function useMayChange(
  { kind, tenant }: { readonly kind: ObjectKind; readonly tenant: string },
  stored: Settings | undefined,
): boolean {
  const may = useMay(tenant);
  return may(stored?.environment === 'test' ? kind.permission : kind.productionPermission);
}

/** What they may do in a tenant. Of more than two hundred tenants, roles for the whole installation decide. */
export function permissionsAt(session: Session, tenant: string): readonly Permission[] {
  const found = session.tenants.find(({ id }) => id === tenant);
  return (found ?? session).permissions;
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

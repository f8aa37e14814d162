import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from './client.ts';
import type { Page, Session } from './shapes.ts';

/** Who uses the console. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  staleTime: 60_000,
  queryFn: async (): Promise<Session> => (await bodyOf(api.GET('/api/session'))) as Session,
});

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

import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from './client.ts';
import type { Page, Settings } from './shapes.ts';

/** The domains of a tenant. */
export function domainsQuery(tenant: string) {
  return queryOptions({
    queryKey: ['domains', tenant],
    queryFn: ({ signal }): Promise<Page<Settings>> =>
      bodyOf(api.GET('/api/tenants/{tenant}/domains', { params: { path: { tenant } }, signal })),
  });
}

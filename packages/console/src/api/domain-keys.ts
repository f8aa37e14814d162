import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from './client.ts';
import type { Settings } from './shapes.ts';
import { reasonHeader, type Written, writtenOf } from './write.ts';

const PATH = '/api/tenants/{tenant}/domains/{host}/keys';

/** The signing keys of a domain: next, current and previous. */
export function domainKeysQuery(tenant: string, host: string) {
  return queryOptions({
    queryKey: ['keys', tenant, host],
    queryFn: async (): Promise<readonly Settings[]> => {
      const body: unknown = await bodyOf(api.GET(PATH, { params: { path: { tenant, host } } }));
      return (body as { readonly items?: readonly Settings[] }).items ?? [];
    },
  });
}

/** Makes the next key of each kind the current one. */
export async function rotateKeys(tenant: string, host: string, reason: string): Promise<Written> {
  const params = { path: { tenant, host } };
  return writtenOf(await api.POST(PATH, { params, headers: reasonHeader(reason) }));
}

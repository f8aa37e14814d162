import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from './client.ts';
import { reasonHeader, type Written, writtenOf } from './write.ts';

const PATH = '/api/tenants/{tenant}/domains/{host}/keys';

/** A key of a domain, without its private part. */
export interface SigningKey {
  readonly kid: string;
  readonly alg: string;
  readonly state: 'next' | 'current' | 'previous';
  readonly createdAt: string;
  /** The end of a previous key. */
  readonly until: string | null;
}

/** The signing keys of a domain: next, current and previous. */
export function domainKeysQuery(tenant: string, host: string) {
  return queryOptions({
    queryKey: ['keys', tenant, host],
    queryFn: async (): Promise<readonly SigningKey[]> => {
      const { items } = await bodyOf(api.GET(PATH, { params: { path: { tenant, host } } }));
      return items;
    },
  });
}

/** Makes the next key of each kind the current one. */
export async function rotateKeys(tenant: string, host: string, reason: string): Promise<Written> {
  const params = { path: { tenant, host } };
  return writtenOf(await api.POST(PATH, { params, headers: reasonHeader(reason) }));
}

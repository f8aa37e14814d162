import { queryOptions } from '@tanstack/react-query';
import type { paths } from '../generated/api-schema.d.ts';
import { api, bodyOf } from './client.ts';
import { reasonHeader } from './write.ts';

const PATH = '/api/tenants/{tenant}/approvals';

/** A change that waits for a second person. */
export type Approval =
  paths[typeof PATH]['get']['responses'][200]['content']['application/json']['items'][number];

/** The changes that wait, the oldest first. */
export function approvalsQuery(tenant: string) {
  return queryOptions({
    queryKey: ['approvals', tenant],
    refetchInterval: 30_000,
    queryFn: async (): Promise<readonly Approval[]> => {
      const { items } = await bodyOf(api.GET(PATH, { params: { path: { tenant } } }));
      return items;
    },
  });
}

/** Carries the change out. It counts once. */
export async function approve(tenant: string, id: string, reason: string): Promise<void> {
  const init = { params: { path: { tenant, id } }, headers: reasonHeader(reason) };
  await api.POST(`${PATH}/{id}/approve`, init);
}

/** Drops the change; who requested it withdraws it so. */
export async function reject(tenant: string, id: string, reason: string): Promise<void> {
  const init = { params: { path: { tenant, id } }, headers: reasonHeader(reason) };
  await api.DELETE(`${PATH}/{id}`, init);
}

import { queryOptions } from '@tanstack/react-query';
import type { paths } from '../generated/api-schema.d.ts';
import { api, bodyOf } from './client.ts';
import type { Settings } from './shapes.ts';

/** An eID that this installation knows. */
export interface KnownEid {
  readonly eid: string;
  readonly title: string;
  readonly acrValues: readonly {
    readonly acr: string;
    readonly title: string;
    readonly channels: readonly string[];
  }[];
  /** Settings with which it works on a test domain here; null: none are known. */
  readonly testSettings: Settings | null;
}

interface FirstSteps {
  /** Free issuers for a test domain on this machine. */
  readonly issuers: readonly string[];
  readonly eids: readonly KnownEid[];
}

/** What a first configuration can use here. */
export const firstStepsQuery = queryOptions({
  queryKey: ['first-steps'],
  staleTime: 60_000,
  queryFn: async (): Promise<FirstSteps> =>
    (await bodyOf(api.GET('/api/first-steps'))) as FirstSteps,
});

const TENANTS = '/api/tenants';
/** The generated type demands settings that have a default. */
type TenantBody = paths[typeof TENANTS]['post']['requestBody']['content']['application/json'];

/** Makes a tenant without domains, eIDs and applications. */
export async function createTenant(body: {
  readonly id: string;
  readonly name: string;
}): Promise<void> {
  await api.POST(TENANTS, { body: body as TenantBody });
}

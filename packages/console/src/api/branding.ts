import { queryOptions } from '@tanstack/react-query';
import { api, type Versioned, versionedBodyOf } from './client.ts';
import type { Version } from './objects.ts';
import type { Plan, Settings } from './shapes.ts';
import { ifMatch, reasonHeader, type Written, writtenOf } from './write.ts';

const PATH = '/api/tenants/{tenant}/branding';

/** The branding of a tenant, with the tag of its version. */
export function brandingQuery(tenant: string) {
  return queryOptions({
    queryKey: ['branding', tenant],
    queryFn: () => readBranding(tenant),
  });
}

/** Reads the branding. */
export async function readBranding(tenant: string): Promise<Versioned<Settings>> {
  const { value, etag } = await versionedBodyOf(api.GET(PATH, { params: { path: { tenant } } }));
  return { value: value as Settings, etag };
}

/** What replacing the branding would change. */
export async function planBranding(
  tenant: string,
  body: Settings,
  { etag }: Version,
): Promise<Plan> {
  const params = { path: { tenant }, query: { dryRun: true }, header: ifMatch(etag) };
  // The form is drawn from the schema, so its values have no static type.
  const { data } = await api.PUT(PATH, { params, body: body as never });
  return data as unknown as Plan;
}

/** Replaces the branding. A stale tag fails with 412. */
export async function saveBranding(
  tenant: string,
  body: Settings,
  { etag, reason }: Version,
): Promise<Written> {
  const params = { path: { tenant }, header: ifMatch(etag) };
  return writtenOf(
    // As above.
    await api.PUT(PATH, { params, headers: reasonHeader(reason), body: body as never }),
  );
}

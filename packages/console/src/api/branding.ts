import { queryOptions } from '@tanstack/react-query';
import type { paths } from '../generated/api-schema.d.ts';
import { api, type Versioned, versionedBodyOf } from './client.ts';
import type { Version } from './objects.ts';
import type { Plan, Settings } from './shapes.ts';
import { ifMatch, reasonHeader, type Written, writtenOf } from './write.ts';

const PATH = '/api/tenants/{tenant}/branding';

/** The form is drawn from the schema, so its values have no static type. */
type BrandingBody = paths[typeof PATH]['put']['requestBody']['content']['application/json'];

/** The branding of a tenant, in a member `branding` as domains and applications have it, with the tag of its version. */
export function brandingQuery(tenant: string) {
  return queryOptions({
    queryKey: ['branding', tenant],
    queryFn: () => readBranding(tenant),
  });
}

/** Reads the branding. */
export async function readBranding(tenant: string): Promise<Versioned<Settings>> {
  const { value, etag } = await versionedBodyOf(api.GET(PATH, { params: { path: { tenant } } }));
  return { value: { branding: value }, etag };
}

/** What replacing the branding would change. */
export async function planBranding(
  tenant: string,
  settings: Settings,
  { etag }: Version,
): Promise<Plan> {
  const params = { path: { tenant }, query: { dryRun: true }, header: ifMatch(etag) };
  const body = brandingIn(settings) as BrandingBody;
  const { data } = await api.PUT(PATH, { params, body });
  return data as Plan;
}

/** Replaces the branding. A stale tag fails with 412. */
export async function saveBranding(
  tenant: string,
  settings: Settings,
  { etag, reason }: Version,
): Promise<Written> {
  const params = { path: { tenant }, header: ifMatch(etag) };
  const body = brandingIn(settings) as BrandingBody;
  return writtenOf(await api.PUT(PATH, { params, headers: reasonHeader(reason), body }));
}

/** The branding of a tenant, domain or application; empty: it has none. */
export function brandingIn({ branding }: Settings): Settings {
  return { ...Object(branding) };
}

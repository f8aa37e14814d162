import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Versioned, versionedBodyOf } from './client.ts';
import { withoutAbsent } from './logins.ts';
import type { Page, Plan, Settings } from './shapes.ts';

/** The applications of a tenant, page by page; `search` is the beginning of a client id or name. */
export function applicationsQuery(tenant: string, search: string) {
  return infiniteQueryOptions({
    queryKey: ['applications', tenant, 'list', search],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }): Promise<Page<Settings>> =>
      bodyOf(
        api.GET('/api/tenants/{tenant}/applications', {
          params: { path: { tenant }, query: withoutAbsent({ search, cursor: pageParam }) },
          signal,
        }),
      ),
    getNextPageParam: ({ next }) => next ?? undefined,
  });
}

/** One application, with the tag of its version. */
export function applicationQuery(tenant: string, clientId: string) {
  return queryOptions({
    queryKey: ['applications', tenant, 'one', clientId],
    queryFn: () => readApplication(tenant, clientId),
  });
}

/** Reads one application. */
export function readApplication(tenant: string, clientId: string): Promise<Versioned<Settings>> {
  return versionedBodyOf(
    api.GET('/api/tenants/{tenant}/applications/{clientId}', {
      params: { path: { tenant, clientId } },
    }),
  );
}

/** The plan of a new application. */
export function planNewApplication(tenant: string, body: Settings): Promise<Plan> {
  return planIn(
    api.POST('/api/tenants/{tenant}/applications', {
      params: { path: { tenant }, query: { dryRun: 'true' } },
      body: body as never,
    }),
  );
}

/** Creates an application. */
export async function createApplication(tenant: string, body: Settings): Promise<void> {
  await api.POST('/api/tenants/{tenant}/applications', {
    params: { path: { tenant } },
    body: body as never,
  });
}

/** The plan of a changed application. */
export function planApplication(
  { tenant, clientId }: { readonly tenant: string; readonly clientId: string },
  body: Settings,
  etag: string | undefined,
): Promise<Plan> {
  return planIn(
    api.PUT('/api/tenants/{tenant}/applications/{clientId}', {
      params: { path: { tenant, clientId }, query: { dryRun: 'true' } },
      headers: ifMatch(etag),
      body: body as never,
    }),
  );
}

/** Replaces an application. A stale tag fails with 412. */
export async function saveApplication(
  { tenant, clientId }: { readonly tenant: string; readonly clientId: string },
  body: Settings,
  etag: string | undefined,
): Promise<void> {
  await api.PUT('/api/tenants/{tenant}/applications/{clientId}', {
    params: { path: { tenant, clientId } },
    headers: ifMatch(etag),
    body: body as never,
  });
}

/** A dry run answers a plan, whatever the request answers otherwise. */
async function planIn(answer: Promise<{ data?: unknown }>): Promise<Plan> {
  const { data } = await answer;
  return data as Plan;
}

/** The header of a write that holds for one version alone. */
export function ifMatch(etag: string | undefined): { readonly 'If-Match'?: string } {
  return etag === undefined ? {} : { 'If-Match': etag };
}

import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { paths } from '../generated/api-schema.d.ts';
import { api, type Versioned } from './client.ts';
import type { Page, Permission, Plan, Settings } from './shapes.ts';
import { ifMatch, reasonHeader, type Written, writtenOf } from './write.ts';

/** How the API names one kind of a tenant's objects. The compiler checks the paths. */
export interface ObjectKind {
  readonly all: keyof paths;
  readonly one: keyof paths;
  /** The parameter of the path of one object. */
  readonly param: string;
  /** The name of its schema. */
  readonly schema: string;
  /** What changing one takes. */
  readonly permission: Permission;
  /** The same for one on which real people depend. */
  readonly productionPermission: Permission;
}

const T = '/api/tenants/{tenant}';

/** The kinds that have the same operations: list, read, create, replace, remove. */
export const APPLICATIONS: ObjectKind = {
  all: `${T}/applications`,
  one: `${T}/applications/{clientId}`,
  param: 'clientId',
  schema: 'Application',
  permission: 'applications.write',
  // Whether its domains are production domains is known to the service alone.
  productionPermission: 'applications.write',
};
export const DOMAINS: ObjectKind = {
  all: `${T}/domains`,
  one: `${T}/domains/{host}`,
  param: 'host',
  schema: 'Domain',
  permission: 'domains.write',
  productionPermission: 'domains.write-production',
};
export const EIDS: ObjectKind = {
  all: `${T}/eids`,
  one: `${T}/eids/{eid}`,
  param: 'eid',
  schema: 'Eid',
  permission: 'eids.write',
  productionPermission: 'eids.write-production',
};
export const WEBHOOKS: ObjectKind = {
  all: `${T}/webhooks`,
  one: `${T}/webhooks/{id}`,
  param: 'id',
  schema: 'Webhook',
  permission: 'webhooks.write',
  productionPermission: 'webhooks.write',
};

/** Which object: its kind, its tenant, its key. */
export interface ObjectPlace {
  readonly kind: ObjectKind;
  readonly tenant: string;
  readonly key: string;
}

/** The objects of a tenant, page by page; `search` is the beginning of a name. */
export function objectsQuery(kind: ObjectKind, tenant: string, search = '') {
  return infiniteQueryOptions({
    queryKey: [kind.all, tenant, 'list', search],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }): Promise<Page<Settings>> => {
      const query = { ...(search && { search }), ...(pageParam && { cursor: pageParam }) };
      const params = { path: { tenant }, query };
      return bodyIn<Page<Settings>>(await call('get', kind.all, { params, signal }));
    },
    getNextPageParam: ({ next }) => next ?? undefined,
  });
}

/** One object, with the tag of its version. */
export function objectQuery(place: ObjectPlace) {
  const { kind, tenant, key } = place;
  return queryOptions({
    queryKey: [kind.all, tenant, 'one', key],
    queryFn: () => readObject(place),
  });
}

/** Reads one object. */
export async function readObject(place: ObjectPlace): Promise<Versioned<Settings>> {
  const answer = await call('get', place.kind.one, { params: paramsOf(place) });
  return {
    value: bodyIn<Settings>(answer),
    etag: answer.response.headers.get('etag') ?? undefined,
  };
}

/** What creating the object would change. */
export async function planNewObject(
  kind: ObjectKind,
  tenant: string,
  body: Settings,
): Promise<Plan> {
  const params = { path: { tenant }, query: { dryRun: true } };
  return bodyIn<Plan>(await call('post', kind.all, { params, body }));
}

/** Creates an object. */
export async function createObject(
  kind: ObjectKind,
  tenant: string,
  body: Settings,
  reason?: string,
): Promise<Written> {
  const params = { path: { tenant } };
  return writtenOf(await call('post', kind.all, { params, headers: reasonHeader(reason), body }));
}

/** What replacing the object would change. */
export async function planObject(
  place: ObjectPlace,
  body: Settings,
  { etag }: Version,
): Promise<Plan> {
  const params = { ...paramsOf(place), query: { dryRun: true } };
  return bodyIn<Plan>(await call('put', place.kind.one, { params, headers: ifMatch(etag), body }));
}

/** Replaces an object. A stale tag fails with 412. */
export async function saveObject(
  place: ObjectPlace,
  body: Settings,
  { etag, reason, allowLockOut }: Version,
): Promise<Written> {
  const headers = { ...ifMatch(etag), ...reasonHeader(reason) };
  const params = { ...paramsOf(place), query: queryOf({ allowLockOut }) };
  return writtenOf(await call('put', place.kind.one, { params, headers, body }));
}

/** Removes an object. A stale tag fails with 412. */
export async function removeObject(
  place: ObjectPlace,
  { etag, reason, allowLockOut }: Version,
): Promise<Written> {
  const headers = { ...ifMatch(etag), ...reasonHeader(reason) };
  const params = { ...paramsOf(place), query: queryOf({ allowLockOut }) };
  return writtenOf(await call('delete', place.kind.one, { params, headers }));
}

/** The version that a write replaces, and why. */
export interface Version {
  readonly etag: string | undefined;
  readonly reason?: string | undefined;
  /** Also when users of an application can then not log in. */
  readonly allowLockOut?: boolean | undefined;
}

function queryOf({ allowLockOut }: Pick<Version, 'allowLockOut'>) {
  return allowLockOut ? { allowLockOut: true } : {};
}

function paramsOf({ kind, tenant, key }: ObjectPlace) {
  return { path: { tenant, [kind.param]: key } };
}

interface Call {
  readonly params: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Settings;
  readonly signal?: AbortSignal;
}

interface Answer {
  readonly data?: unknown;
  readonly response: Response;
}

/** The kinds have the same operations, which one type cannot say: the cast is here alone. */
function call(method: 'get' | 'post' | 'put' | 'delete', path: keyof paths, init: Call) {
  // The path is chosen at run time, so its types are not known here.
  const request = api.request as unknown as (...args: readonly unknown[]) => Promise<Answer>;
  return request(method, path, init);
}

function bodyIn<Body>({ data }: Answer): Body {
  if (data === undefined) throw new Error('The service answered without a body.');
  return data as Body;
}

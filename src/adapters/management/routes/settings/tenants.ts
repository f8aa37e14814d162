import { ALL_TENANTS, rolesAt } from '../../../../domain/administrator.ts';
import type { Json, JsonObject } from '../../../../domain/json.ts';
import {
  mergePatch,
  ObjectExists,
  UnknownObject,
} from '../../../../management/configuration/tenant-objects.ts';
import { etagOf, requireMatch } from '../../etag.ts';
import { ApiProblem } from '../../problem.ts';
import { defineRoute, type Route } from '../../route.ts';
import {
  cursorIn,
  isText,
  json,
  limitOf,
  named,
  PAGE,
  pageFrom,
  pageOf,
  TENANT,
} from '../schemas.ts';
import { authorshipOf, planAnswer, type SettingsDeps } from './settings-deps.ts';

const OWN_SETTINGS = ['name', 'requireSecondPerson'];
const MERGE_PATCH = 'application/merge-patch+json';

interface Shown {
  readonly id?: Json | undefined;
  readonly name?: Json | undefined;
  readonly requireSecondPerson?: Json | undefined;
}

/** The tenants themselves, without their parts. */
export function tenantRoutes({ storedObjects, editSettings, digest }: SettingsDeps): Route[] {
  const shown = ({ id = '', name = '', requireSecondPerson }: Shown) => ({
    id,
    name,
    ...(requireSecondPerson === true && { requireSecondPerson }),
  });
  const answer = (status: number, tenant: object) => ({
    status,
    body: tenant,
    etag: etagOf(tenant, digest),
  });

  return [
    defineRoute({
      name: 'listTenants',
      method: 'GET',
      path: '/api/tenants',
      summary: 'The tenants in which the caller has a role, by id.',
      permission: 'anybody',
      query: PAGE,
      answers: { 200: json('A page of tenants.', pageOf(named('Tenant'))) },
      async handle({ principal, query }) {
        const limit = limitOf(query);
        const after = cursorIn(query, isText);
        if (rolesAt(principal, ALL_TENANTS).length > 0) {
          const found = await storedObjects.tenants({ after, limit: limit + 1 });
          return { status: 200, body: pageFrom(found, limit, ({ id }) => id) };
        }
        const ids = [...new Set(principal.grants.map(({ tenant }) => tenant))]
          .sort()
          .filter((id) => id > (after ?? ''))
          .slice(0, limit + 1);
        const found = await Promise.all(ids.map((id) => storedObjects.tenantFrame(id)));
        const known = found.filter((tenant) => tenant !== undefined).map(shown);
        return { status: 200, body: pageFrom(known, limit, ({ id }) => id) };
      },
    }),

    defineRoute({
      name: 'createTenant',
      method: 'POST',
      path: '/api/tenants',
      summary: 'Creates a tenant without domains, eIDs and applications.',
      permission: 'tenants.create',
      body: { types: ['application/json'], schema: named('Tenant'), isSettings: true },
      answers: {
        200: planAnswer,
        201: json('The new tenant.', named('Tenant'), { hasEtag: true, hasLocation: true }),
      },
      problems: [409],
      async handle(request) {
        const { id, name, ...others } = request.body as JsonObject;
        const tenantId = String(id);
        const { after, plan } = await editSettings({
          ...authorshipOf(request),
          tenantId,
          mayCreate: true,
          change(before) {
            if (before !== undefined) throw new ObjectExists(`there is this tenant: ${tenantId}`);
            return given({ ...others, id, name, domains: [], eids: [], applications: [] });
          },
        });
        if (request.query.dryRun) return { status: 200, body: plan };
        return { ...answer(201, shown(after)), location: `/api/tenants/${tenantId}` };
      },
    }),

    defineRoute({
      name: 'readTenant',
      method: 'GET',
      path: '/api/tenants/:tenant',
      summary: 'One tenant.',
      permission: 'tenants.read',
      params: { tenant: TENANT },
      answers: { 200: json('The tenant.', named('Tenant'), { hasEtag: true }) },
      async handle({ params }) {
        const tenant = await storedObjects.tenantFrame(params.tenant ?? '');
        if (tenant === undefined) throw new UnknownObject('there is no such tenant');
        return answer(200, shown(tenant));
      },
    }),

    defineRoute({
      name: 'changeTenant',
      method: 'PATCH',
      path: '/api/tenants/:tenant',
      summary: 'Changes the name of a tenant, and whether it requires a second person.',
      permission: 'configuration.write',
      params: { tenant: TENANT },
      isConditional: true,
      body: {
        types: [MERGE_PATCH, 'application/json'],
        schema: {
          type: 'object',
          properties: {
            name: { type: 'string', minLength: 1, maxLength: 100 },
            requireSecondPerson: { type: ['boolean', 'null'] },
          },
          additionalProperties: false,
        },
        isSettings: true,
      },
      answers: {
        200: json(
          'The tenant, or the plan.',
          { anyOf: [named('Tenant'), named('Plan')] },
          { hasEtag: true },
        ),
      },
      async handle(request) {
        request.authorize({});
        const { after, plan } = await editSettings({
          ...authorshipOf(request),
          tenantId: request.params.tenant ?? '',
          change(before = {}) {
            requireMatch(request.ifMatch, etagOf(shown(before), digest));
            requireOwnSettings(request.body as JsonObject);
            const patched = mergePatch(shown(before), request.body as JsonObject) as JsonObject;
            const { id, name: _, requireSecondPerson: __, ...others } = before;
            return given({ ...others, ...patched, id });
          },
        });
        return request.query.dryRun ? { status: 200, body: plan } : answer(200, shown(after));
      },
    }),
  ];
}

/** A tenant's parts have routes of their own. @throws {ApiProblem} */
function requireOwnSettings(patch: JsonObject): void {
  const others = Object.keys(patch).filter((name) => !OWN_SETTINGS.includes(name));
  if (others.length === 0) return;
  const message = 'is not changed by this operation';
  throw new ApiProblem(422, 'The body does not fit its schema.', {
    errors: others.map((path) => ({ path, message })),
  });
}

/** Without members that are undefined. */
function given(members: Readonly<Record<string, Json | undefined>>): JsonObject {
  const present = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as JsonObject;
}

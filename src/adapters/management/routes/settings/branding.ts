import { isJsonObject, type JsonObject } from '../../../../domain/json.ts';
import { exportedTenant } from '../../../../management/configuration/export-configuration.ts';
import { mergePatch, UnknownObject } from '../../../../management/configuration/tenant-objects.ts';
import { etagOf, requireMatch } from '../../etag.ts';
import { ApiProblem } from '../../problem.ts';
import { type ApiAnswer, type ApiRequest, defineRoute, type Route } from '../../route.ts';
import { json, named, TENANT } from '../schemas.ts';
import { authorshipOf, type SettingsDeps } from './settings-deps.ts';

const PATH = '/api/tenants/:tenant/branding';
/** A body that is too big has most likely such a part. */
export const LOGO_LIMITS = 'A logo has at most 64 kB.';
const MERGE_PATCH = 'application/merge-patch+json';

/** The branding of a tenant; that of a domain or an application is one of its settings. Without any it is empty. */
export function brandingRoutes({
  storedObjects,
  editSettings,
  secretParts,
  digest,
}: SettingsDeps): Route[] {
  const schema = named('Branding');
  const change = {
    path: PATH,
    permission: 'branding.write',
    params: { tenant: TENANT },
    isConditional: true,
    answers: {
      200: json(
        'The branding; with `dryRun` the plan.',
        { anyOf: [schema, named('Plan')] },
        { hasEtag: true },
      ),
    },
  } as const;

  return [
    defineRoute({
      name: 'readBranding',
      method: 'GET',
      path: PATH,
      summary: 'The branding of the tenant.',
      permission: 'configuration.read',
      params: { tenant: TENANT },
      answers: { 200: json('The branding.', schema, { hasEtag: true }) },
      async handle({ params: { tenant = '' } }) {
        const frame = await storedObjects.tenantFrame(tenant);
        if (frame === undefined) throw new UnknownObject('there is no such tenant');
        return shown(brandingIn(exportedTenant({ ...frame, eids: [], webhooks: [] }, secretParts)));
      },
    }),
    defineRoute({
      ...change,
      name: 'replaceBranding',
      method: 'PUT',
      summary: 'Replaces the branding of the tenant.',
      body: { types: ['application/json'], schema, isSettings: true, limits: LOGO_LIMITS },
      handle: (request) => edit(request, (_, body) => body),
    }),
    defineRoute({
      ...change,
      name: 'changeBranding',
      method: 'PATCH',
      summary: 'Changes some members of the branding (RFC 7396); null removes one.',
      body: {
        types: [MERGE_PATCH, 'application/json'],
        schema: named('BrandingPatch'),
        isSettings: true,
        limits: LOGO_LIMITS,
      },
      handle: (request) => edit(request, (before, body) => mergePatch(before, body) as JsonObject),
    }),
  ];

  function shown(branding: JsonObject): ApiAnswer {
    return { status: 200, body: branding, etag: etagOf(branding, digest) };
  }

  async function edit(
    request: ApiRequest,
    next: (before: JsonObject, body: JsonObject) => JsonObject,
  ): Promise<ApiAnswer> {
    const { body } = request;
    if (!isJsonObject(body)) throw new ApiProblem(422, 'The body must be a mapping.');
    const { after, plan } = await editSettings({
      ...authorshipOf(request),
      tenantId: request.params.tenant ?? '',
      change(tenant = {}) {
        const before = brandingIn(tenant);
        requireMatch(request.ifMatch, etagOf(before, digest));
        request.authorize({});
        const { branding: _, ...others } = tenant;
        const branding = next(before, body);
        return Object.keys(branding).length === 0 ? others : { ...others, branding };
      },
    });
    return request.query.dryRun ? { status: 200, body: plan } : shown(brandingIn(after));
  }
}

function brandingIn({ branding = {} }: JsonObject): JsonObject {
  return isJsonObject(branding) ? branding : {};
}

import { tenantInYaml } from '../../../../config/file/configuration-file.ts';
import { toYaml } from '../../../../config/file/write-yaml.ts';
import { isJsonObject, type JsonObject } from '../../../../domain/json.ts';
import { exportedTenant } from '../../../../management/configuration/export-configuration.ts';
import { UnknownObject } from '../../../../management/configuration/tenant-objects.ts';
import { etagOf, requireMatch } from '../../etag.ts';
import { ApiProblem } from '../../problem.ts';
import { type ApiRequest, defineRoute, type Route } from '../../route.ts';
import { json, named, TENANT } from '../schemas.ts';
import { authorshipOf, planAnswer, type SettingsDeps } from './settings-deps.ts';

const JSON_TYPE = 'application/json';
const YAML_TYPE = 'application/yaml';
const PATH = '/api/tenants/:tenant/configuration';

/** Parsers of the bodies of these routes. */
export const CONFIGURATION_PARSERS = { [YAML_TYPE]: tenantInYaml };

/** Allows a change to remove objects. */
export const ALLOW_REMOVE = {
  allowRemove: {
    description: 'Removes domains, eIDs, applications and webhooks that the configuration lacks.',
    schema: { type: 'boolean' },
  },
} as const;

const BODY = {
  types: [JSON_TYPE, YAML_TYPE],
  schema: named('Configuration'),
  isSettings: true,
} as const;

/** A whole tenant: export, apply and plan. */
export function configurationRoutes(deps: SettingsDeps): Route[] {
  const { storedObjects, editSettings, secretParts, digest } = deps;
  const params = { tenant: TENANT };

  return [
    defineRoute({
      name: 'exportConfiguration',
      method: 'GET',
      path: PATH,
      summary: 'The whole tenant, with secrets by reference: as JSON, or as a file for apply.',
      permission: 'configuration.read',
      params,
      answers: {
        200: {
          description: 'The configuration.',
          content: {
            [JSON_TYPE]: named('Configuration'),
            [YAML_TYPE]: { type: 'string', description: 'A configuration file.' },
          },
          hasEtag: true,
        },
      },
      problems: [406, 409],
      async handle({ params: { tenant = '' }, accepts }) {
        const type = accepts([JSON_TYPE, YAML_TYPE]);
        if (type === undefined) {
          throw new ApiProblem(406, `There is ${JSON_TYPE} and ${YAML_TYPE}.`);
        }
        const stored = await storedObjects.tenant(tenant);
        if (stored === undefined) throw new UnknownObject('there is no such tenant');
        const exported = exportedTenant(stored, secretParts);
        const etag = etagOf(exported, digest);
        if (type === JSON_TYPE) return { status: 200, body: exported, etag };
        return { status: 200, body: toYaml([exported]), type, etag };
      },
    }),

    defineRoute({
      name: 'applyConfiguration',
      method: 'PUT',
      path: PATH,
      summary: 'Makes the tenant exactly as given.',
      permission: 'configuration.write',
      params,
      query: ALLOW_REMOVE,
      isConditional: true,
      body: BODY,
      answers: { 200: json('What was done.', named('Plan'), { hasEtag: true }) },
      async handle(request) {
        request.authorize({});
        const { plan, after } = await edit(request, (before) =>
          requireMatch(request.ifMatch, etagOf(before, digest)),
        );
        return { status: 200, body: plan, etag: etagOf(after, digest) };
      },
    }),

    defineRoute({
      name: 'planConfiguration',
      method: 'POST',
      path: '/api/tenants/:tenant/plan',
      summary: 'What applying a configuration would change. Nothing is written.',
      permission: 'configuration.read',
      params,
      body: { ...BODY, isPlanOnly: true },
      answers: { 200: planAnswer },
      problems: [409],
      async handle(request) {
        const { plan } = await edit({ ...request, query: { dryRun: true } }, () => undefined);
        return { status: 200, body: plan };
      },
    }),
  ];

  function edit(request: ApiRequest, check: (before: JsonObject | undefined) => void) {
    const tenantId = request.params.tenant ?? '';
    return editSettings({
      ...authorshipOf(request),
      tenantId,
      isComplete: true,
      allowRemove: request.query.allowRemove === true,
      change(before) {
        check(before);
        return ownTenant(request.body, tenantId);
      },
    });
  }
}

/** A tenant that names another one would change that one. */
function ownTenant(body: unknown, tenantId: string): JsonObject {
  if (isJsonObject(body) && body.id === tenantId) return body;
  const errors = [{ path: 'id', message: `must be ${tenantId}` }];
  throw new ApiProblem(422, 'The configuration is not of this tenant.', { errors });
}

import type { ActContext } from '../../../../domain/administrator.ts';
import type { JsonObject } from '../../../../domain/json.ts';
import type { Edited } from '../../../../management/configuration/edit-settings.ts';
import {
  environmentOfObject,
  strictest,
} from '../../../../management/configuration/object-environment.ts';
import {
  keyOf,
  mergePatch,
  objectIn,
  withAdded,
  withReplaced,
} from '../../../../management/configuration/tenant-objects.ts';
import { etagOf, requireMatch } from '../../etag.ts';
import { ApiProblem } from '../../problem.ts';
import { type ApiAnswer, type ApiRequest, defineRoute, type Route } from '../../route.ts';
import { json, named, PAGE, pageOf, TENANT } from '../schemas.ts';
import { editObject } from './edit-object.ts';
import type { ObjectKind } from './object-kinds.ts';
import { readerOf } from './read-objects.ts';
import { authorshipOf, type SettingsDeps, searchOf } from './settings-deps.ts';

const MERGE_PATCH = 'application/merge-patch+json';

/** The operations on one kind of a tenant's objects. */
export function objectRoutes(kind: ObjectKind, deps: SettingsDeps): Route[] {
  const { list, noun, plural, words, param, permission } = kind;
  const { editSettings, digest } = deps;
  const reader = readerOf(list, deps);
  const all = `/api/tenants/:tenant/${list}`;
  const one = `${all}/:${param}`;
  const params = { tenant: TENANT, [param]: kind.key };
  const schema = named(noun);
  const changed = json(
    `The ${words}; with \`dryRun\` the plan.`,
    { anyOf: [schema, named('Plan')] },
    { hasEtag: true },
  );

  return [
    defineRoute({
      name: `list${plural}`,
      method: 'GET',
      path: all,
      summary: `The tenant's ${words}s, a page at a time.`,
      permission: 'configuration.read',
      params: { tenant: TENANT },
      query: { ...PAGE, ...searchOf(list) },
      answers: { 200: json('A page.', pageOf(schema)) },
      handle: async ({ params, query }) => ({
        status: 200,
        body: await reader.page(tenantIn(params), query),
      }),
    }),

    defineRoute({
      name: `read${noun}`,
      method: 'GET',
      path: one,
      summary: `One ${words}.`,
      permission: 'configuration.read',
      params,
      answers: { 200: json(`The ${words}.`, schema, { hasEtag: true }) },
      handle: async ({ params }) => found(200, await reader.one(tenantIn(params), keyIn(params))),
    }),

    defineRoute({
      name: `create${noun}`,
      method: 'POST',
      path: all,
      summary: `Adds a ${words}.`,
      permission,
      params: { tenant: TENANT },
      body: { types: ['application/json'], schema, isSettings: true },
      answers: {
        200: json('With `dryRun`: what would change.', named('Plan')),
        201: json(`The new ${words}.`, schema, { hasEtag: true, hasLocation: true }),
      },
      problems: [409],
      async handle(request) {
        const object = request.body as JsonObject;
        const key = keyOf(list, object);
        const edited = await edit(request, key, (tenant) => {
          judge(request, tenant, [object]);
          return withAdded(tenant, list, object);
        });
        if (request.query.dryRun) return { status: 200, body: edited.plan };
        const location = `${all.replace(':tenant', tenantIn(request.params))}/${encodeURIComponent(key)}`;
        return { ...found(201, objectIn(edited.after, { list, key })), location };
      },
    }),

    defineRoute({
      name: `replace${noun}`,
      method: 'PUT',
      path: one,
      summary: `Replaces a ${words}: a setting that is left out has its default.`,
      permission,
      params,
      isConditional: true,
      body: { types: ['application/json'], schema, isSettings: true },
      answers: { 200: changed },
      handle: (request) => replace(request, () => request.body as JsonObject),
    }),

    defineRoute({
      name: `change${noun}`,
      method: 'PATCH',
      path: one,
      summary: `Changes some settings of a ${words} (RFC 7396): null removes a setting, a list replaces a list.`,
      permission,
      params,
      isConditional: true,
      body: {
        types: [MERGE_PATCH, 'application/json'],
        schema: named(`${noun}Patch`),
        isSettings: true,
      },
      answers: { 200: changed },
      handle: (request) =>
        replace(request, (before) => mergePatch(before, request.body as JsonObject) as JsonObject),
    }),

    defineRoute({
      name: `remove${noun}`,
      method: 'DELETE',
      path: one,
      summary: `Removes a ${words}.`,
      permission,
      params,
      isConditional: true,
      answers: {
        200: json('With `dryRun`: what would change.', named('Plan')),
        204: { description: 'It is removed.' },
      },
      async handle(request) {
        const { plan } = await replaceWith(request, () => undefined);
        return request.query.dryRun ? { status: 200, body: plan } : { status: 204 };
      },
    }),
  ];

  function keyIn(values: ApiRequest['params']): string {
    return values[param] ?? '';
  }

  function found(status: number, object: JsonObject): ApiAnswer {
    return { status, body: object, etag: etagOf(object, digest) };
  }

  async function replace(
    request: ApiRequest,
    next: (before: JsonObject) => JsonObject,
  ): Promise<ApiAnswer> {
    const key = keyIn(request.params);
    const { plan, after } = await replaceWith(request, next);
    if (request.query.dryRun) return { status: 200, body: plan };
    return found(200, objectIn(after, { list, key }));
  }

  function replaceWith(
    request: ApiRequest,
    next: (before: JsonObject) => JsonObject | undefined,
  ): Promise<Edited> {
    const key = keyIn(request.params);
    return edit(request, key, (tenant) => {
      const before = objectIn(tenant, { list, key });
      requireMatch(request.ifMatch, etagOf(before, digest));
      const object = next(before);
      if (object === undefined) judge(request, tenant, [before], { removes: true });
      else judge(request, tenant, [before, object]);
      if (object !== undefined && keyOf(list, object) !== key) throw keyChanged(kind);
      return withReplaced(tenant, { list, key }, object);
    });
  }

  function edit(
    request: ApiRequest,
    key: string,
    change: (tenant: JsonObject) => JsonObject,
  ): Promise<Edited> {
    return editObject(
      editSettings,
      { ...authorshipOf(request), tenantId: tenantIn(request.params), change },
      { list, key },
    );
  }

  /** The act is judged by the object before and after it: where either reaches a production domain, as on production. */
  function judge(
    { authorize }: ApiRequest,
    tenant: JsonObject,
    objects: readonly JsonObject[],
    context: ActContext = {},
  ): void {
    const environments = objects.map((object) => environmentOfObject(list, object, tenant));
    const [one, other = 'test'] = environments;
    const movesProduction = list === 'domains' && one !== other;
    authorize({ ...context, environment: strictest(...environments), movesProduction });
  }
}

function tenantIn({ tenant = '' }: ApiRequest['params']): string {
  return tenant;
}

/** An object keeps its key: under another one it would be another object. */
function keyChanged({ keySettings, words }: ObjectKind): ApiProblem {
  const errors = keySettings.map((path) => ({ path, message: 'cannot change' }));
  return new ApiProblem(422, `The ${words} keeps its name: add another one instead.`, { errors });
}

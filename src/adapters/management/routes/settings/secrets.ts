import type { Json, JsonObject } from '../../../../domain/json.ts';
import { environmentOfObject } from '../../../../management/configuration/object-environment.ts';
import {
  objectIn,
  UnknownObject,
  withReplaced,
} from '../../../../management/configuration/tenant-objects.ts';
import type { NewId } from '../../../../ports/runtime.ts';
import type { SecretUses } from '../../../../ports/secret-uses.ts';
import { ALLOW_LOCK_OUT } from '../../read-parameters.ts';
import { type ApiRequest, defineRoute, type Route } from '../../route.ts';
import { json, named, TENANT, wholeList } from '../schemas.ts';
import { editObject } from './edit-object.ts';
import { KEY_PARAMETERS } from './object-kinds.ts';
import { readerOf } from './read-objects.ts';
import { authorshipOf, type SettingsDeps } from './settings-deps.ts';

interface Deps extends SettingsDeps {
  readonly secretUses: Pick<SecretUses, 'of'>;
  /** Makes a client secret. */
  readonly newId: NewId;
}

const LIST = 'applications';
const PATH = '/api/tenants/:tenant/applications/:clientId/secrets';
const MOMENT = { type: 'string', format: 'date-time' } as const;

const params = {
  tenant: TENANT,
  clientId: KEY_PARAMETERS[LIST],
};
const SECRET_ID = {
  description: 'The id of the secret.',
  schema: { type: 'string', pattern: '^[0-9a-f]{12}$' },
} as const;

/** The secrets of an application: two at a time, so that its servers can change from one to the other. */
export function secretRoutes({ editSettings, newId, secretUses, ...deps }: Deps): Route[] {
  const reader = readerOf(LIST, { ...deps, editSettings });

  return [
    defineRoute({
      name: 'listSecrets',
      method: 'GET',
      path: PATH,
      summary: 'The secrets of an application, without their values.',
      permission: 'configuration.read',
      params,
      answers: {
        200: json('The secrets.', wholeList(named('Secret'))),
      },
      async handle({ params: { tenant = '', clientId = '' } }) {
        const [application, stored, uses] = await Promise.all([
          reader.one(tenant, clientId),
          deps.storedObjects.application(tenant, clientId),
          secretUses.of(tenant, [clientId]),
        ]);
        // Both have the same order.
        const items = secretsIn(application).map((secret, index) => {
          const use = uses.find(({ hash }) => hash === stored?.secrets[index]?.hash);
          return { ...shown(secret), lastUsedAt: use?.at ?? null };
        });
        return { status: 200, body: { items, next: null } };
      },
    }),

    defineRoute({
      name: 'addSecret',
      method: 'POST',
      path: PATH,
      summary: 'Adds a secret of 256 bits. Its value is shown in this answer alone.',
      permission: 'applications.write',
      params,
      query: { allowLockOut: ALLOW_LOCK_OUT },
      body: {
        types: ['application/json'],
        optional: true,
        schema: {
          type: 'object',
          properties: {
            expiresAt: { ...MOMENT, description: 'Not accepted from then on.' },
            othersExpireAt: {
              ...MOMENT,
              description: 'The end of the secrets before it that have no earlier one.',
            },
          },
          additionalProperties: false,
        },
      },
      answers: {
        201: json('The new secret, with its value.', named('NewSecret'), { hasLocation: true }),
      },
      async handle(request) {
        const { expiresAt, othersExpireAt } = request.body as Readonly<Record<string, string>>;
        const value = newId();
        const { after } = await change(request, (secrets) => [
          ...(othersExpireAt === undefined
            ? secrets
            : secrets.map((one) => ({
                ...one,
                expiresAt: earlier(othersExpireAt, one.expiresAt),
              }))),
          { value, ...(expiresAt !== undefined && { expiresAt }) },
        ]);
        const added = secretsIn(objectIn(after, nameIn(request))).at(-1);
        if (added === undefined) throw new Error('an added secret is missing');
        const { tenant = '', clientId = '' } = request.params;
        const path = PATH.replace(':tenant', tenant).replace(
          ':clientId',
          encodeURIComponent(clientId),
        );
        const secret = shown(added);
        return { status: 201, body: { ...secret, value }, location: `${path}/${secret.id}` };
      },
    }),

    defineRoute({
      name: 'removeSecret',
      method: 'DELETE',
      path: `${PATH}/:id`,
      summary: 'Removes a secret: it is refused within seconds.',
      permission: 'applications.write',
      params: { ...params, id: SECRET_ID },
      query: { allowLockOut: ALLOW_LOCK_OUT },
      answers: { 204: { description: 'It is removed.' } },
      problems: [409, 422],
      async handle(request) {
        await change(request, (secrets) => {
          const left = secrets.filter((one) => shown(one).id !== request.params.id);
          if (left.length === secrets.length) throw new UnknownObject('there is no such secret');
          return left;
        });
        return { status: 204 };
      },
    }),
  ];

  function change(
    request: ApiRequest,
    next: (secrets: readonly JsonObject[]) => readonly JsonObject[],
  ) {
    const name = nameIn(request);
    const edit = {
      ...authorshipOf(request),
      tenantId: request.params.tenant ?? '',
      change(tenant: JsonObject) {
        const application = objectIn(tenant, name);
        const environment = environmentOfObject(LIST, application, tenant);
        request.authorize({ environment });
        const secrets = next(secretsIn(application));
        return withReplaced(tenant, name, { ...application, secrets });
      },
    };
    return editObject(editSettings, edit, name);
  }
}

function nameIn({ params: { clientId = '' } }: ApiRequest) {
  return { list: LIST, key: clientId } as const;
}

function secretsIn({ secrets }: JsonObject): readonly JsonObject[] {
  return Array.isArray(secrets) ? (secrets as readonly JsonObject[]) : [];
}

/** A secret that ends before never gets a later end. */
function earlier(end: string, known: Json | undefined): string {
  return typeof known === 'string' && Date.parse(known) < Date.parse(end) ? known : end;
}

/** A secret of an exported application, by its fingerprint. */
function shown({ value, expiresAt = null }: JsonObject) {
  const { stored = '' } = (value ?? {}) as { readonly stored?: string };
  return { id: stored, expiresAt };
}

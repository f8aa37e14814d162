import type { StoredTenant } from '../../../domain/configuration.ts';
import type { RecordAct } from '../../../management/administrators/record-act.ts';
import type { KeySelection, Rotation } from '../../../management/rotate-keys.ts';
import type { SigningKeyEntry, SigningKeys } from '../../../ports/signing-keys.ts';
import type { StoredObjects } from '../../../ports/stored-objects.ts';
import { ApiProblem } from '../problem.ts';
import { defineRoute, type Route } from '../route.ts';
import { actorOf } from './access/access-deps.ts';
import { json, named, TENANT, wholeList } from './schemas.ts';
import { KEY_PARAMETERS } from './settings/object-kinds.ts';

/** Changes the keys of a domain. */
export interface KeyRotation {
  rotate(selection: KeySelection): Promise<readonly Rotation[]>;
  replace(selection: KeySelection): Promise<readonly Rotation[]>;
}

/** What the routes of keys need. */
export interface KeyDeps {
  readonly storedObjects: Pick<StoredObjects, 'tenantFrame'>;
  readonly signingKeys: Pick<SigningKeys, 'list'>;
  readonly keyRotation: KeyRotation;
  readonly recordAct: RecordAct;
}

const PATH = '/api/tenants/:tenant/domains/:host/keys';
const ACTS = ['rotate', 'replace'] as const;

const params = {
  tenant: TENANT,
  host: KEY_PARAMETERS.domains,
};

/** The signing keys of a domain. */
export function keyRoutes({
  storedObjects,
  signingKeys,
  keyRotation,
  recordAct,
}: KeyDeps): Route[] {
  return [
    defineRoute({
      name: 'listKeys',
      method: 'GET',
      path: PATH,
      summary: 'The signing keys of a domain: current, next and previous.',
      permission: 'configuration.read',
      params,
      answers: {
        200: json('The keys, without their private parts.', wholeList(named('Key'))),
      },
      async handle({ params: { tenant = '', host = '' } }) {
        const { issuer } = await domainAt(tenant, host);
        const entries = await signingKeys.list();
        const own = entries.filter((entry) => entry.issuer === issuer);
        return { status: 200, body: { items: own.map(shown), next: null } };
      },
    }),

    defineRoute({
      name: 'changeKeys',
      method: 'POST',
      path: PATH,
      summary:
        'Rotates the keys: `rotate` takes the next keys into use, or publishes them; `replace` drops all keys at once, after a leak.',
      permission: 'keys.rotate',
      params,
      body: {
        types: ['application/json'],
        optional: true,
        schema: {
          type: 'object',
          properties: { act: { type: 'string', enum: ACTS, default: 'rotate' } },
          additionalProperties: false,
        },
      },
      answers: { 200: json('What was done.', named('KeyChange')) },
      problems: [409],
      async handle(request) {
        const { body, authorize, reason } = request;
        const { tenant = '', host = '' } = request.params;
        const { issuer, environment } = await domainAt(tenant, host);
        authorize({ environment });
        const { act = 'rotate' } = body as { readonly act?: (typeof ACTS)[number] };
        const object = `keys of ${issuer}`;
        const event = { tenant, act: 'keys.rotate', object, after: { act }, reason };
        const rotation = await recordAct(actorOf(request), event, async () => {
          const [changed] = await keyRotation[act]({ issuer });
          if (changed === undefined) throw new ApiProblem(409, 'The domain has no keys yet.');
          return changed;
        });
        return { status: 200, body: rotation };
      },
    }),
  ];

  async function domainAt(
    tenantId: string,
    host: string,
  ): Promise<StoredTenant['domains'][number]> {
    const tenant = await storedObjects.tenantFrame(tenantId);
    const found = tenant?.domains.find(({ issuer }) => new URL(issuer).host === host);
    if (found === undefined) throw new ApiProblem(404, 'There is no such domain.');
    return found;
  }
}

function shown({ alg, kid, state, createdAt, until }: SigningKeyEntry) {
  return { kid, alg, state, createdAt, until: until ?? null };
}

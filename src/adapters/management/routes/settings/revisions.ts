import type { ShowRevision } from '../../../../management/configuration/revisions.ts';
import type { RollBack } from '../../../../management/configuration/roll-back.ts';
import type { ConfigurationHistory, Revision } from '../../../../ports/configuration-history.ts';
import { ApiProblem } from '../../problem.ts';
import { ALLOW_LOCK_OUT } from '../../read-parameters.ts';
import { defineRoute, type Route } from '../../route.ts';
import { cursorIn, json, limitOf, named, PAGE, pageFrom, pageOf, TENANT } from '../schemas.ts';
import { ALLOW_REMOVE } from './configuration.ts';
import { authorshipOf } from './settings-deps.ts';

/** What the routes of revisions need. */
export interface RevisionDeps {
  readonly history: ConfigurationHistory;
  readonly showRevision: ShowRevision;
  readonly rollBack: RollBack;
}

const PATH = '/api/tenants/:tenant/revisions';
const REVISION = {
  description: 'The number of the revision.',
  schema: { type: 'string', pattern: '^[1-9][0-9]{0,14}$' },
} as const;

/** The former states of a tenant. */
export function revisionRoutes({ history, showRevision, rollBack }: RevisionDeps): Route[] {
  return [
    defineRoute({
      name: 'listRevisions',
      method: 'GET',
      path: PATH,
      summary: 'The changes of the tenant, the newest first.',
      permission: 'configuration.read',
      params: { tenant: TENANT },
      query: PAGE,
      answers: { 200: json('A page.', pageOf(named('Revision'))) },
      async handle({ params: { tenant: tenantId = '' }, query }) {
        const limit = limitOf(query);
        const before = cursorIn(query, isRevision);
        const found = await history.list({ tenantId, before, limit: limit + 1 });
        const { items, next } = pageFrom(found, limit, ({ revision }) => revision);
        return { status: 200, body: { items: items.map(shown), next } };
      },
    }),

    defineRoute({
      name: 'readRevision',
      method: 'GET',
      path: `${PATH}/:revision`,
      summary: 'The tenant as it was in a revision.',
      permission: 'configuration.read',
      params: { tenant: TENANT, revision: REVISION },
      answers: { 200: json('The configuration of then.', named('Configuration')) },
      async handle({ params: { tenant = '', revision } }) {
        const configuration = await showRevision(Number(revision), tenant);
        if (configuration === undefined) throw new ApiProblem(404, 'No such revision is kept.');
        return { status: 200, body: configuration };
      },
    }),

    defineRoute({
      name: 'rollBack',
      method: 'POST',
      path: `${PATH}/:revision/rollback`,
      summary: 'Makes the tenant as it was in a revision, as a new revision.',
      permission: 'configuration.write',
      params: { tenant: TENANT, revision: REVISION },
      query: {
        ...ALLOW_REMOVE,
        allowLockOut: ALLOW_LOCK_OUT,
        dryRun: {
          description: 'Answers what would change, and changes nothing.',
          schema: { type: 'boolean' },
        },
      },
      answers: { 200: json('What was done.', named('Plan')) },
      problems: [409, 422],
      async handle(request) {
        request.authorize({});
        const { tenant: tenantId, revision } = request.params;
        const allowRemove = request.query.allowRemove === true;
        const plan = await rollBack(
          { revision: Number(revision), tenantId },
          { ...authorshipOf(request), allowRemove },
        );
        return { status: 200, body: plan };
      },
    }),
  ];
}

/** Of PostgreSQL's `integer`. */
const MAX_REVISION = 2_147_483_647;

function isRevision(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) > 0 && Number(value) <= MAX_REVISION;
}

function shown({ revision, at, who, reason, source }: Revision) {
  return { revision, at, who, reason: reason ?? null, source };
}

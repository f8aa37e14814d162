import { mayDo, type Principal } from '../../../../domain/administrator.ts';
import { actorFrom, managementEvent } from '../../../../domain/management-event.ts';
import type { Plan } from '../../../../management/configuration/plan.ts';
import type {
  Administrators,
  ApiTokens,
  ManagementEvents,
} from '../../../../ports/administrators.ts';
import type { Approvals, PendingChange } from '../../../../ports/approvals.ts';
import type { Clock, NewId } from '../../../../ports/runtime.ts';
import { objectOf } from '../../json-schema.ts';
import { ApiProblem } from '../../problem.ts';
import { Refusal, requireAllowed } from '../../require-allowed.ts';
import { type ApiRequest, defineRoute, type Route } from '../../route.ts';
import { actOf, mayApprove, shownChange } from '../../second-person.ts';
import { json, named, TENANT, wholeList } from '../schemas.ts';
import { actorOf } from './access-deps.ts';

/** What approving needs. */
export interface ApprovalDeps {
  readonly approvals: Approvals;
  readonly administrators: Pick<Administrators, 'list'>;
  readonly apiTokens: Pick<ApiTokens, 'read'>;
  readonly managementEvents: Pick<ManagementEvents, 'record'>;
  /** The operation of that name. */
  readonly routeOf: (name: string) => Route | undefined;
  readonly newId: NewId;
  readonly clock: Clock;
}

const PATH = '/api/tenants/:tenant/approvals';
const ONE = {
  tenant: TENANT,
  id: {
    description: 'The id of the change.',
    schema: { type: 'string', pattern: '^apr_[\\w-]{1,50}$' },
  },
} as const;

/** Changes that wait for a second person, in tenants that require one. */
export function approvalRoutes(deps: ApprovalDeps): Route[] {
  const { approvals, managementEvents, newId, clock } = deps;
  return [
    defineRoute({
      name: 'listApprovals',
      method: 'GET',
      path: PATH,
      summary: 'The changes that wait for a second person, the oldest first.',
      permission: 'configuration.read',
      params: { tenant: TENANT },
      answers: { 200: json('The changes.', wholeList(named('Approval'))) },
      async handle({ params: { tenant = '' }, principal }) {
        const found = await approvals.list(tenant, clock());
        const items = found.map((change) => shownChange(change, routeOf(change), principal));
        return { status: 200, body: { items, next: null } };
      },
    }),

    defineRoute({
      name: 'readApproval',
      method: 'GET',
      path: `${PATH}/:id`,
      summary: 'A change that waits for a second person, with its plan.',
      permission: 'configuration.read',
      params: ONE,
      answers: { 200: json('The change.', named('Approval')) },
      async handle(request) {
        const change = await changeIn(request);
        const body = shownChange(change, routeOf(change), request.principal);
        return { status: 200, body };
      },
    }),

    defineRoute({
      name: 'approve',
      method: 'POST',
      path: `${PATH}/:id/approve`,
      summary:
        'Does a change that waits, for another person with the same permission. It counts once; a change of what it was planned for makes it 412.',
      permission: 'configuration.read',
      params: ONE,
      answers: {
        200: json(
          'What the change answered.',
          objectOf({
            status: { type: 'integer' },
            result: { type: ['object', 'null'], description: 'The body of that answer.' },
          }),
        ),
      },
      problems: [409, 412, 422],
      async handle(request) {
        const change = await changeIn(request);
        const { principal } = request;
        const { tenant, permission, context } = change;
        requireAllowed(principal, { tenant, permission, context, now: clock() });
        if (!mayApprove(principal, change)) {
          throw new ApiProblem(
            403,
            'Another person than who requested the change must approve it.',
          );
        }
        const requester = await requesterOf(change);
        if (!(await approvals.take(change, clock()))) throw gone();
        try {
          const { status, body } = await routeOf(change).handle(
            requestOf(change, requester, request),
          );
          return { status: 200, body: { status, result: body ?? null } };
        } catch (error) {
          await record(request, change, 'failed');
          throw error;
        }
      },
    }),

    defineRoute({
      name: 'reject',
      method: 'DELETE',
      path: `${PATH}/:id`,
      summary: 'Rejects a change that waits; who requested it withdraws it so.',
      permission: 'configuration.read',
      params: ONE,
      answers: { 204: { description: 'It is gone.' } },
      async handle(request) {
        const change = await changeIn(request);
        const { tenant, permission, context } = change;
        if (!mayDo(request.principal, tenant, permission, context)) {
          throw new Refusal(403, `None of your roles allows ${permission} here.`);
        }
        const event = eventOf(request, change, 'rejected');
        if (!(await approvals.take(change, clock(), event))) throw gone();
        return { status: 204 };
      },
    }),
  ];

  async function changeIn({ params: { tenant = '', id = '' } }: ApiRequest) {
    const change = await approvals.find(tenant, id, clock());
    if (change === undefined) throw gone();
    return change;
  }

  function routeOf({ operation }: PendingChange): Route {
    const route = deps.routeOf(operation);
    if (route === undefined) throw new ApiProblem(409, 'This version has no such operation.');
    return route;
  }

  /** Who requested the change, as it is now. @throws {ApiProblem} 409 without the permission */
  async function requesterOf(change: PendingChange): Promise<Principal> {
    const { tenant, permission, context } = change;
    const requester = await principalOf(change);
    if (requester !== undefined && mayDo(requester, tenant, permission, context)) return requester;
    throw new ApiProblem(409, 'Who requested the change may no longer do it.');
  }

  async function principalOf({
    tenant,
    requestedBy: { kind, id, name },
    person,
  }: PendingChange): Promise<Principal | undefined> {
    const known = { id, name, person, authenticatedAt: undefined, expiresAt: clock() };
    if (kind === 'administrator') {
      const found = (await deps.administrators.list(tenant)).find((one) => one.id === id);
      return found && { ...known, kind, grants: found.grants };
    }
    const token = await deps.apiTokens.read(id);
    if (token === undefined || token.expiresAt <= clock()) return undefined;
    const { role, permissions } = token;
    return { ...known, kind: 'token', grants: [{ tenant: token.tenant, role }], permissions };
  }

  /** The request again. Both persons are authorized, for the object as it is now. */
  function requestOf(change: PendingChange, requester: Principal, by: ApiRequest): ApiRequest {
    const { tenant, permission, params, query, body, bodyType, ifMatch, reason, plan } = change;
    return {
      ...by,
      ...{ params, query, body, bodyType, ifMatch, reason },
      principal: requester,
      approvedBy: actorFrom(by.principal),
      // A plan of this service, which was sealed since.
      onlyPlan: plan as Plan | undefined,
      authorize(context) {
        requireAllowed(by.principal, { tenant, permission, context, now: clock() });
        if (!mayDo(requester, tenant, permission, context)) {
          throw new ApiProblem(409, 'Who requested the change may no longer do it.');
        }
      },
    };
  }

  function eventOf(request: ApiRequest, change: PendingChange, outcome: 'rejected' | 'failed') {
    const act = actOf(change, routeOf(change), outcome);
    return managementEvent(actorOf(request), act, { unique: newId(), at: clock() });
  }

  async function record(request: ApiRequest, change: PendingChange, outcome: 'failed') {
    await managementEvents.record(eventOf(request, change, outcome));
  }
}

function gone(): ApiProblem {
  return new ApiProblem(404, 'No such change waits: it was decided, or has expired.');
}

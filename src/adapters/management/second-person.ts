import {
  type ActContext,
  mayDo,
  needsSecondPerson,
  type Principal,
} from '../../domain/administrator.ts';
import { isJsonObject, type JsonObject } from '../../domain/json.ts';
import { secondsAfter } from '../../domain/lifetimes.ts';
import { actingAs, actorFrom, managementEvent } from '../../domain/management-event.ts';
import type { Approvals, PendingChange } from '../../ports/approvals.ts';
import type { Clock, NewId } from '../../ports/runtime.ts';
import { ApiProblem } from './problem.ts';
import { queryParametersOf } from './read-parameters.ts';
import type { ApiAnswer, ApiRequest, Route } from './route.ts';

/** The seconds in which a second person must decide. */
const APPROVAL_SECONDS = 24 * 60 * 60;

/** The request is allowed, but waits for a second person. `authorize` throws it before anything is written. */
export class SecondPersonNeeded extends Error {
  readonly context: ActContext;

  constructor(context: ActContext) {
    super('the request waits for a second person');
    this.context = context;
  }
}

/** Whether a request of the route may have to wait: 202 is among its answers. */
export function mayWait({ permission, params, method, isConditional, body }: Route): boolean {
  if (permission === 'public' || permission === 'anybody') return false;
  if (params?.tenant === undefined || method === 'GET' || body?.isPlanOnly === true) return false;
  const removes = method === 'DELETE' && isConditional === true;
  const movesProduction = permission === 'domains.write';
  return needsSecondPerson(permission, { environment: 'production', removes, movesProduction });
}

/** A pending change, without its body's secrets. It needs the permission to read settings. */
export function shownChange(
  change: PendingChange,
  { method, path, summary, body }: Route,
  principal: Principal,
) {
  const { id, operation, permission, requestedBy, requestedAt, expiresAt, reason, plan } = change;
  return {
    id,
    operation,
    method,
    path: pathOf(path, change.params),
    summary,
    permission,
    requestedBy,
    requestedAt,
    expiresAt,
    reason: reason ?? null,
    plan: plan ?? null,
    // Settings may hold secrets; their plan shows them.
    input: body !== undefined && body.isSettings !== true ? (change.body ?? null) : null,
    mayApprove: mayApprove(principal, change),
  };
}

/** Another person, with the same permission. */
export function mayApprove(principal: Principal, change: PendingChange): boolean {
  const { tenant, permission, context, person } = change;
  return principal.person !== person && mayDo(principal, tenant, permission, context);
}

/** Lets a request wait for a second person. */
export type RequestApproval = (
  route: Route,
  request: ApiRequest,
  context: ActContext,
) => Promise<ApiAnswer>;

/** Settings are checked and planned at once, so that the second person sees what would change. */
export function makeRequestApproval(parts: {
  readonly approvals: Pick<Approvals, 'add'>;
  readonly newId: NewId;
  readonly clock: Clock;
}): RequestApproval {
  const { approvals, newId, clock } = parts;

  return async function requestApproval(route, request, context) {
    const { permission } = route;
    if (permission === 'public' || permission === 'anybody') {
      throw new Error(`${route.name} needs no permission`);
    }
    const { principal, params, query, reason } = request;
    const { tenant = '' } = params;
    const [plan, now, id] = [await planOf(route, request), clock(), `apr_${newId().slice(0, 22)}`];
    const change: PendingChange = {
      id,
      tenant,
      operation: route.name,
      params,
      query: givenIn(query),
      body: request.body,
      bodyType: request.bodyType,
      ifMatch: request.ifMatch,
      reason,
      permission,
      context,
      requestedBy: actorFrom(principal),
      person: principal.person,
      plan,
      requestedAt: now,
      expiresAt: secondsAfter(now, APPROVAL_SECONDS),
    };
    const actor = actingAs(principal, tenant);
    const act = actOf(change, route, 'requested');
    const event = managementEvent(actor, act, { unique: newId(), at: now });
    if (!(await approvals.add(change, event))) {
      throw new ApiProblem(409, 'Too many changes of this tenant wait for a second person.');
    }
    const location = `/api/tenants/${tenant}/approvals/${id}`;
    return { status: 202, body: shownChange(change, route, principal), location };
  };
}

/** The act of a change that waits. */
export function actOf(
  { id, tenant, permission, operation, params, reason }: PendingChange,
  { method, path }: Route,
  outcome: 'requested' | 'rejected' | 'failed',
) {
  const after = { approval: id, operation };
  const object = `${method} ${pathOf(path, params)}`;
  return { tenant, act: permission, outcome, object, after, reason } as const;
}

/** The answer to the same request as a dry run; undefined for one that changes no settings. */
async function planOf(route: Route, request: ApiRequest): Promise<JsonObject | undefined> {
  if (queryParametersOf(route).dryRun === undefined) return undefined;
  const { body } = await route.handle({ ...request, query: { ...request.query, dryRun: true } });
  const plan: unknown = JSON.parse(JSON.stringify(body));
  return isJsonObject(plan) ? plan : undefined;
}

function pathOf(path: string, params: PendingChange['params']): string {
  return path.replaceAll(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ''));
}

function givenIn(query: ApiRequest['query']): PendingChange['query'] {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as PendingChange['query'];
}

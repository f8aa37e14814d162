import type { Context } from 'koa';

import { type ActContext, ALL_TENANTS, type Principal } from '../../domain/administrator.ts';
import type { RefusedAct } from '../../management/administrators/note-refusals.ts';
import type { Clock } from '../../ports/runtime.ts';
import { ApiProblem } from './problem.ts';
import { Refusal, requireAllowed } from './require-allowed.ts';
import type { ApiRequest, Authenticate, Route } from './route.ts';

/** The principal of a public route. */
const PUBLIC: Principal = {
  kind: 'token',
  id: '',
  person: '',
  name: '',
  grants: [],
  authenticatedAt: undefined,
  expiresAt: new Date(0),
};

/** Who calls a route. @throws {ApiProblem} 401 for nobody that is known */
export async function callerOf(
  { permission }: Route,
  ctx: Context,
  { authenticate, url }: { readonly authenticate: Authenticate; readonly url: string },
): Promise<Principal> {
  if (permission === 'public') return PUBLIC;
  const bearer = /^Bearer ([\w.~+/-]+=*)$/i.exec(ctx.get('authorization'))?.[1];
  const { method, headers } = ctx.req;
  const principal = await authenticate({ method: method ?? '', headers, bearer });
  if (principal === undefined) throw unauthenticated(url, bearer !== undefined);
  return principal;
}

interface Called {
  readonly params: ApiRequest['params'];
  readonly principal: Principal;
  readonly clock: Clock;
}

/** Authorizes the caller's act once its object is known. */
export function judgeOf(
  { permission }: Route,
  { params, principal, clock }: Called,
): ApiRequest['authorize'] {
  if (permission === 'public' || permission === 'anybody') return () => undefined;
  const tenant = params.tenant ?? ALL_TENANTS;
  return (context: ActContext) =>
    requireAllowed(principal, { tenant, permission, context, now: clock() });
}

/** What to note of a refused change; undefined for another error, and for a request that changes nothing. */
export function refusalIn(
  error: unknown,
  { permission, method, name, body }: Route,
): Pick<RefusedAct, 'permission' | 'operation' | 'status'> | undefined {
  if (!(error instanceof Refusal) || method === 'GET' || body?.isPlanOnly === true)
    return undefined;
  return { permission, operation: name, status: error.status };
}

function unauthenticated(url: string, hasToken: boolean): ApiProblem {
  const error = hasToken ? ', error="invalid_token"' : '';
  const headers = { 'WWW-Authenticate': `Bearer realm="${url}"${error}` };
  const detail = hasToken ? 'The token is not valid.' : 'Log in, or send a token.';
  return new ApiProblem(401, detail, { headers });
}

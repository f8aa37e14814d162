import type { IncomingMessage, ServerResponse } from 'node:http';

import Router from '@koa/router';
import Koa, { type Context, type Middleware, type Next } from 'koa';

import { needsSecondPerson, type Principal } from '../../domain/administrator.ts';
import { Failure, serviceUnavailableIn } from '../../domain/failure.ts';
import type { NotedRefusals } from '../../management/administrators/note-refusals.ts';
import type { Approvals } from '../../ports/approvals.ts';
import type { Log } from '../../ports/log.ts';
import type { Clock, NewId } from '../../ports/runtime.ts';
import type { StoredObjects } from '../../ports/stored-objects.ts';
import { callerOf, judgeOf, refusalIn } from './caller.ts';
import { ApiProblem, PROBLEM_TYPE, problemDocument } from './problem.ts';
import { type ParseText, readBody } from './read-body.ts';
import { checkParams, readIfMatch, readQuery, readReason } from './read-parameters.ts';
import { isOwnRequest, managementHeaders } from './request-origin.ts';
import type { ApiAnswer, ApiRequest, Authenticate, Route } from './route.ts';
import { mayWait, type RequestApproval, SecondPersonNeeded } from './second-person.ts';
import { receiveTryAnswer } from './try-answer.ts';

/** What the management listener needs. */
export interface ManagementAppDeps {
  /** The origin under which browsers and scripts reach it. */
  readonly url: string;
  readonly routes: readonly Route[];
  readonly authenticate: Authenticate;
  readonly approvals: Pick<Approvals, 'isRequired'>;
  readonly storedObjects: Pick<StoredObjects, 'hasTenant'>;
  readonly requestApproval: RequestApproval;
  /** Notes a change that the caller may not do. */
  readonly noteRefusal: NotedRefusals['note'];
  /** Ends the session of a request's cookie, if there is one. */
  readonly endSession: (ctx: Context) => Promise<void>;
  /** Counts the request against the limits of its sender. @throws {Failure} too-many-requests */
  readonly admit: (req: IncomingMessage) => void;
  /** Words the errors of the use cases; undefined: a fault of ours. */
  readonly problemOf: (error: unknown) => ApiProblem | undefined;
  /** Parsers of bodies by media type; JSON needs none. */
  readonly parsers: Readonly<Record<string, ParseText>>;
  /** Serves what is not below `/api`, such as the console. */
  readonly pages: Middleware | undefined;
  readonly newId: NewId;
  readonly clock: Clock;
  readonly log: Log;
}

/** The handler of the management listener. */
export function managementApp(deps: ManagementAppDeps) {
  const app = new Koa();
  const router = new Router({ exclusive: true, strict: true });
  for (const route of deps.routes) {
    router.register(route.path, [route.method.toLowerCase()], serve(route, deps));
  }
  app.use(withProblems(deps));
  app.use(onOwnHost(deps));
  app.use(receiveTryAnswer);
  app.use(fromOwnPages(deps));
  // The router itself completes the context that its type demands.
  // The types of @koa/router name another copy of the context than those of Koa.
  app.use(router.routes() as unknown as Middleware);
  app.use(router.allowedMethods() as unknown as Middleware);
  if (deps.pages !== undefined) app.use(outsideApi(deps.pages));
  // Errors never leave the first middleware.
  app.silent = true;
  const handle = app.callback();
  return async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    // Frameworks fail at a target that is no URL.
    if (!isTarget(req.url ?? '')) return refuseTarget(res);
    await handle(req, res);
  };
}

/** A path, an absolute URL, or `*` (RFC 9112 §3.2). */
function isTarget(url: string): boolean {
  return url.startsWith('/') || url === '*' || URL.canParse(url);
}

function refuseTarget(res: ServerResponse): void {
  res.writeHead(400, { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' });
  res.end('The target of the request is no URL.');
}

/** @throws {ApiProblem} nothing answered: the path is unknown, or has another method */
function requireAnswer({ status, body }: Context): void {
  if (status === 404 && !body) throw new ApiProblem(404, 'There is no such path.');
  if (status === 405 || status === 501) {
    throw new ApiProblem(405, 'This path has no such method.');
  }
}

/** Every answer has the headers; every error becomes a problem document. */
function withProblems({ url, problemOf, newId, log }: ManagementAppDeps) {
  return async (ctx: Context, next: Next): Promise<void> => {
    const requestId = newId();
    ctx.set(managementHeaders(url));
    ctx.set('X-Request-Id', requestId);
    try {
      await next();
      requireAnswer(ctx);
    } catch (error) {
      // Its client is gone: there is nobody to answer, and no fault of ours.
      if (ctx.req.destroyed && !ctx.req.complete) return;
      const problem = knownProblem(error, problemOf);
      if (problem === undefined) log.error('management.failed', { requestId, cause: error });
      const shown =
        problem ?? new ApiProblem(500, 'A fault of the service; its log has the reason.');
      if (ctx.headerSent) return void ctx.res.destroy();
      ctx.status = shown.status;
      ctx.set(shown.headers);
      ctx.body = JSON.stringify(problemDocument(shown, requestId));
      ctx.type = PROBLEM_TYPE;
    }
  };
}

function knownProblem(
  error: unknown,
  problemOf: ManagementAppDeps['problemOf'],
): ApiProblem | undefined {
  if (error instanceof ApiProblem) return error;
  if (error instanceof Failure && error.code === 'too-many-requests') {
    const headers = { 'Retry-After': String(error.values.seconds ?? 1) };
    return new ApiProblem(429, 'Too many requests came from this address.', { headers });
  }
  const unavailable = serviceUnavailableIn(error);
  if (unavailable !== undefined) {
    const headers = { 'Retry-After': String(unavailable.retryAfter) };
    return new ApiProblem(503, 'The database does not answer now.', { headers });
  }
  return problemOf(error);
}

/** A page of another site whose name leads to this address (DNS rebinding) gets nothing. */
function onOwnHost({ url, admit }: ManagementAppDeps) {
  const { host } = new URL(url);
  return async (ctx: Context, next: Next): Promise<void> => {
    admit(ctx.req);
    if ((ctx.req.headers.host ?? '').toLowerCase() !== host) {
      throw new ApiProblem(421, `The management API is served on ${url} alone (MANAGEMENT_URL).`);
    }
    await next();
  };
}

function fromOwnPages({ url }: ManagementAppDeps) {
  return async (ctx: Context, next: Next): Promise<void> => {
    if (!isOwnRequest(ctx, url)) {
      throw new ApiProblem(403, 'A page of another origin may not use the management API.');
    }
    await next();
  };
}

function outsideApi(pages: Middleware): Middleware {
  return (ctx, next) => (/^\/api(?:\/|$)/.test(ctx.path) ? next() : pages(ctx, next));
}

function serve(route: Route, deps: ManagementAppDeps) {
  return async (ctx: Context & { params?: Record<string, string> }): Promise<void> => {
    const params = ctx.params ?? {};
    const principal = await callerOf(route, ctx, deps);
    try {
      await answer(route, { ctx, params, principal, deps });
    } catch (error) {
      const refused = refusalIn(error, route);
      const object = `${ctx.method} ${ctx.path}`;
      if (refused) deps.noteRefusal({ principal, tenant: params.tenant, object, ...refused });
      throw error;
    }
  };
}

interface Called {
  readonly ctx: Context;
  readonly params: Readonly<Record<string, string>>;
  readonly principal: Principal;
  readonly deps: ManagementAppDeps;
}

async function answer(route: Route, { ctx, params, principal, deps }: Called): Promise<void> {
  const judge = judgeOf(route, { params, principal, clock: deps.clock });
  // The mildest rule; the handler judges again when it knows the object.
  judge({ environment: 'test' });
  checkParams(route, params);
  await requireTenant(params, deps);
  const query = readQuery(route, new URLSearchParams(ctx.querystring));
  const ifMatch = route.isConditional ? readIfMatch(ctx.req.headers['if-match']) : undefined;
  const read =
    route.body === undefined
      ? { body: undefined, bodyType: undefined }
      : await readBody(ctx.req, route.body, deps.parsers);
  const request: ApiRequest = {
    principal,
    authorize: judge,
    ...read,
    params,
    query,
    ifMatch,
    reason: readReason(ctx.get('reason')),
    endSession: () => deps.endSession(ctx),
    accepts: (types) => ctx.accepts([...types]) || undefined,
  };
  send(ctx, await handled(route, request, deps));
}

/** Who may act in every tenant may name one that does not exist. @throws {ApiProblem} */
async function requireTenant(
  { tenant }: Called['params'],
  { storedObjects }: Pick<ManagementAppDeps, 'storedObjects'>,
): Promise<void> {
  if (tenant === undefined || (await storedObjects.hasTenant(tenant))) return;
  throw new ApiProblem(404, 'There is no such tenant.');
}

/** The answer of the route, unless the request waits for a second person. */
async function handled(
  route: Route,
  request: ApiRequest,
  { approvals, requestApproval }: ManagementAppDeps,
): Promise<ApiAnswer> {
  const { permission } = route;
  const { params, query, authorize } = request;
  if (permission === 'public' || permission === 'anybody') return route.handle(request);
  const mayHaveToWait = mayWait(route) && query.dryRun !== true;
  if (!mayHaveToWait || !(await approvals.isRequired(params.tenant ?? ''))) {
    return route.handle(request);
  }
  try {
    return await route.handle({
      ...request,
      authorize(context) {
        authorize(context);
        if (needsSecondPerson(permission, context)) throw new SecondPersonNeeded(context);
      },
    });
  } catch (error) {
    if (!(error instanceof SecondPersonNeeded)) throw error;
    return requestApproval(route, request, error.context);
  }
}

function send(ctx: Context, answer: ApiAnswer): void {
  const { status, body, type, etag, location, headers = {} } = answer;
  ctx.status = status;
  ctx.set(headers);
  if (etag !== undefined) ctx.set('ETag', etag);
  if (location !== undefined) ctx.set('Location', location);
  if (body === undefined) {
    ctx.body = null;
    ctx.status = status;
    return;
  }
  ctx.body = type === undefined ? JSON.stringify(body) : body;
  ctx.type = type ?? 'application/json';
}

import type { IncomingMessage } from 'node:http';

import type { Context, Middleware } from 'koa';

import { ENDPOINTS, HEADLESS } from '../endpoints.ts';
import { CIBA_GRANT, HEADLESS_GRANTS } from '../grant-types.ts';
import { calledPath } from '../requests/paths.ts';

/** The channels without a browser. */
export type BackchannelChannel = 'ciba' | 'headless';

/** What a request of such a channel is for. */
export interface Operation {
  readonly channel: BackchannelChannel;
  readonly does: 'start' | 'poll' | 'cancel' | 'watch';
}

/** The paths of ours beside the library's two. */
export const BACKCHANNEL_ENDPOINTS = {
  headlessAuthorize: HEADLESS,
  headlessCancel: '/headless/cancel',
  headlessEvents: '/headless/events',
  cibaCancel: '/ciba/cancel',
} as const;

/** Our own event beside the library's: a request was started. */
export const REQUEST_STARTED = 'backchannel_authentication.success';

/** The parameter that names a request. */
export const REQUEST_ID = { ciba: 'auth_req_id', headless: 'headless_req_id' } as const;

const OPERATIONS: ReadonlyMap<string, Operation> = new Map([
  [ENDPOINTS.backchannel_authentication, { channel: 'ciba', does: 'start' }],
  [BACKCHANNEL_ENDPOINTS.headlessAuthorize, { channel: 'headless', does: 'start' }],
  [BACKCHANNEL_ENDPOINTS.headlessCancel, { channel: 'headless', does: 'cancel' }],
  [BACKCHANNEL_ENDPOINTS.headlessEvents, { channel: 'headless', does: 'watch' }],
  [BACKCHANNEL_ENDPOINTS.cibaCancel, { channel: 'ciba', does: 'cancel' }],
]);

const operations = new WeakMap<IncomingMessage, Operation>();

/**
 * Leads our own endpoints to the library's, which authenticate the client: what starts a request to the CIBA
 * endpoint, what is about a started one to the token endpoint, as a grant of that channel.
 */
export const backchannelEndpoints: Middleware = async (ctx, next) => {
  const operation = ctx.method === 'POST' ? OPERATIONS.get(ctx.path) : undefined;
  if (operation === undefined) return next();
  operations.set(ctx.req, operation);
  // What does not say its type is no form (RFC 9110 §8.3): the library would take it for an empty one.
  ctx.req.headers['content-type'] ??= 'application/octet-stream';
  if (operation.does === 'start') {
    ctx.path = ENDPOINTS.backchannel_authentication;
  } else {
    const grant = operation.channel === 'ciba' ? CIBA_GRANT : HEADLESS_GRANTS[0];
    prependField(ctx.req, `grant_type=${encodeURIComponent(grant)}&`);
    ctx.path = ENDPOINTS.token;
  }
  await next();
  restoreCalledPath(ctx);
};

/** The library's errors name the path to which the request was led. */
function restoreCalledPath(ctx: Context): void {
  const body = ctx.body as { readonly error_description?: unknown } | null | undefined;
  const said = body?.error_description;
  if (typeof said !== 'string') return;
  const told = said.replace(`POST ${ctx.path}`, `POST ${calledPath(ctx)}`);
  if (told !== said) ctx.body = { ...body, error_description: told };
}

/** What this request is for; undefined when it came to the token endpoint, or to none of these. */
export function operationOf({ req }: Pick<Context, 'req'>): Operation | undefined {
  return operations.get(req);
}

/** Puts a field before those of a form that nobody has begun to read. */
function prependField(req: IncomingMessage, field: string): void {
  const length = req.headers['content-length'];
  if (length !== undefined) req.headers['content-length'] = String(Number(length) + field.length);
  req.unshift(Buffer.from(field));
}

import type { IncomingMessage } from 'node:http';

import type { Context, Middleware } from 'koa';

import { ENDPOINTS, HEADLESS } from '../endpoints.ts';
import { CIBA_GRANT, HEADLESS_GRANTS } from '../grant-types.ts';
import { calledPath } from '../requests/paths.ts';

/** The doors without a browser. */
export type PolledDoor = 'ciba' | 'headless';

/** What a request of such a door is for. */
export interface Errand {
  readonly door: PolledDoor;
  readonly does: 'start' | 'poll' | 'cancel' | 'watch';
}

/** The paths of ours beside the library's two. */
export const POLLED_ENDPOINTS = {
  headlessAuthorize: HEADLESS,
  headlessCancel: '/headless/cancel',
  headlessEvents: '/headless/events',
  cibaCancel: '/ciba/cancel',
} as const;

/** Our own event beside the library's: a request was started. */
export const REQUEST_STARTED = 'backchannel_authentication.success';

/** The parameter that names a request. */
export const REQUEST_ID = { ciba: 'auth_req_id', headless: 'headless_req_id' } as const;

const ERRANDS: ReadonlyMap<string, Errand> = new Map([
  [ENDPOINTS.backchannel_authentication, { door: 'ciba', does: 'start' }],
  [POLLED_ENDPOINTS.headlessAuthorize, { door: 'headless', does: 'start' }],
  [POLLED_ENDPOINTS.headlessCancel, { door: 'headless', does: 'cancel' }],
  [POLLED_ENDPOINTS.headlessEvents, { door: 'headless', does: 'watch' }],
  [POLLED_ENDPOINTS.cibaCancel, { door: 'ciba', does: 'cancel' }],
]);

const errands = new WeakMap<IncomingMessage, Errand>();

/**
 * Leads our own endpoints to the library's, which authenticate the client: what starts a request to the CIBA
 * endpoint, what is about a started one to the token endpoint, as a grant of that door.
 */
export const polledEndpoints: Middleware = async (ctx, next) => {
  const errand = ctx.method === 'POST' ? ERRANDS.get(ctx.path) : undefined;
  if (errand === undefined) return next();
  errands.set(ctx.req, errand);
  // What does not say its type is no form (RFC 9110 §8.3): the library would take it for an empty one.
  ctx.req.headers['content-type'] ??= 'application/octet-stream';
  if (errand.does === 'start') {
    ctx.path = ENDPOINTS.backchannel_authentication;
  } else {
    const grant = errand.door === 'ciba' ? CIBA_GRANT : HEADLESS_GRANTS[0];
    prependField(ctx.req, `grant_type=${encodeURIComponent(grant)}&`);
    ctx.path = ENDPOINTS.token;
  }
  await next();
  tellCalledPath(ctx);
};

/** The library's errors name the path to which the request was led. */
function tellCalledPath(ctx: Context): void {
  const body = ctx.body as { readonly error_description?: unknown } | null | undefined;
  const said = body?.error_description;
  if (typeof said !== 'string') return;
  const told = said.replace(`POST ${ctx.path}`, `POST ${calledPath(ctx)}`);
  if (told !== said) ctx.body = { ...body, error_description: told };
}

/** What this request is for; undefined when it came to the token endpoint, or to none of these. */
export function errandOf({ req }: Pick<Context, 'req'>): Errand | undefined {
  return errands.get(req);
}

/** Puts a field before those of a form that nobody has begun to read. */
function prependField(req: IncomingMessage, field: string): void {
  const length = req.headers['content-length'];
  if (length !== undefined) req.headers['content-length'] = String(Number(length) + field.length);
  req.unshift(Buffer.from(field));
}

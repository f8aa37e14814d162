import type { Context, Next } from 'koa';

import { BodyError, readJson } from './json-body.ts';
import { Refusal } from './refusal.ts';

const MAXIMUM_BODY = 1024 * 1024;

/** Responds to a refusal. */
export async function answerRefusals(context: Context, next: Next): Promise<void> {
  try {
    await next();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    context.status = error.status;
    context.body = { error: error.code, reason: error.message };
  }
}

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/**
 * No other page in the same browser may approve. Browsers send the page's origin with every POST. A foreign name that
 * resolves to this machine is in the Host header.
 */
export async function refuseForeignPages(context: Context, next: Next): Promise<void> {
  const { origin } = context.headers;
  const isOwn = origin === undefined || origin === `${context.protocol}://${context.host}`;
  const isLocal = !isLoopback(context.req.socket.localAddress) || LOOPBACK.test(context.hostname);
  if (!isOwn || !isLocal)
    throw new Refusal('foreign_page', "Only the simulator's pages may use it");
  context.set('Cross-Origin-Resource-Policy', 'same-origin');
  context.set('X-Content-Type-Options', 'nosniff');
  context.set('Cache-Control', 'no-store');
  await next();
}

function isLoopback(address: string | undefined): boolean {
  return address === undefined || /^(127\.|::1$|::ffff:127\.)/.test(address);
}

/** Only JSON: a form on a foreign page cannot send it. An empty body means no members. */
export async function jsonOf({ req: request }: Context): Promise<unknown> {
  const {
    'content-type': type,
    'content-length': length,
    'transfer-encoding': coding,
  } = request.headers;
  if ((length === undefined || length === '0') && coding === undefined) return {};
  if (type === undefined || !/^application\/json *(;|$)/i.test(type)) {
    throw new Refusal('not_json', 'Send the body with Content-Type: application/json');
  }
  try {
    return await readJson(request, MAXIMUM_BODY);
  } catch (error) {
    if (!(error instanceof BodyError)) throw error;
    throw new Refusal('malformed_request', `The body is ${error.fault.replace('-', ' ')}`);
  }
}

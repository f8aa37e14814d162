import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

import type { Context, Middleware } from 'koa';

import { tooManyParameters } from '../../../domain/too-many-parameters.ts';
import { BACKCHANNEL_ENDPOINTS, ENDPOINTS, HEADLESS, LOGOUT } from '../endpoints.ts';
import { contextOf } from '../request-context.ts';
import { MAX_STATE_LENGTH } from './request-checks.ts';

/** Makes each request one that the library reads as it was meant. `encodeRawBasic` rewrites raw Basic credentials. */
export function requestShapes(encodeRawBasic: (headers: IncomingHttpHeaders) => void): Middleware {
  return async (ctx, next) => {
    requireBodyType(ctx);
    if (POSTED_QUERIES.includes(ctx.path) && ctx.method === 'POST') {
      const isRead = await readPostedQuery(ctx);
      if (!isRead) return undefined;
    }
    await readBigForm(ctx);
    await readMisread(ctx);
    dropLongState(ctx);
    encodeRawBasic(ctx.req.headers);
    if (PROGRAM_ENDPOINTS.includes(ctx.path)) ctx.req.headers.accept = 'application/json';
    return next();
  };
}

/** Endpoints that programs call: their errors are JSON, whatever the caller's Accept header says. */
const PROGRAM_ENDPOINTS: readonly string[] = [
  ENDPOINTS.token,
  ENDPOINTS.userinfo,
  ENDPOINTS.pushed_authorization_request,
  ENDPOINTS.backchannel_authentication,
  ...Object.values(BACKCHANNEL_ENDPOINTS),
];

const BACKCHANNEL_FORMS: readonly string[] = [
  ENDPOINTS.backchannel_authentication,
  ...Object.values(BACKCHANNEL_ENDPOINTS),
];

/** A body without a type is no form (RFC 9110 §8.3): the library would read it as an empty one. */
function requireBodyType({ req, method, path }: Context): void {
  if (method !== 'POST' || !BACKCHANNEL_FORMS.includes(path)) return;
  req.headers['content-type'] ??= 'application/octet-stream';
}

const POSTED_QUERIES: readonly string[] = [ENDPOINTS.authorization, LOGOUT];

/**
 * An authorization request may be posted (OpenID Connect Core §3.1.2.1), and a logout. It is served as the GET that it
 * stands for: the library's own support would need cookies that other sites' requests carry too. False for a form that
 * is refused.
 */
async function readPostedQuery(ctx: Context): Promise<boolean> {
  if (!ctx.is('application/x-www-form-urlencoded')) return refuse(ctx, 415, 'Send a form.');
  const body = await readText(ctx.req);
  if (body === undefined) return refuse(ctx, 413, 'The form is too big.');
  if (tooManyParameters(body)) return refuse(ctx, 400, 'The form has too many fields.');
  contextOf(ctx).isPosted = true;
  ctx.method = 'GET';
  ctx.querystring = new URLSearchParams(body).toString();
  return true;
}

/** Closes the connection, which would take the unread rest of the form for its next request. */
function refuse(ctx: Context, status: number, text: string): false {
  ctx.status = status;
  ctx.set('Connection', 'close');
  ctx.set('Cache-Control', 'no-store');
  ctx.body = `${text}\n`;
  return false;
}

/** In bytes; the library reads no bigger form. */
const LIBRARY_READS = 56 * 1024;

/** In bytes: a text to sign of the greatest length whose every character is escaped, and the other fields. */
const MAX_FORM_BYTES = 128 * 1024;

/** Where a text to sign may be posted. */
const WITH_TEXTS: readonly string[] = [
  ENDPOINTS.pushed_authorization_request,
  ENDPOINTS.backchannel_authentication,
  HEADLESS,
];

/**
 * Reads a form that is bigger than the library reads, and leaves it where the library looks next: a text to sign
 * may be as long here as in the authorization request itself.
 */
async function readBigForm({ req, request, method, path }: Context): Promise<void> {
  const { length = 0 } = request;
  const isBig = length > LIBRARY_READS && length <= MAX_FORM_BYTES;
  if (method !== 'POST' || !WITH_TEXTS.includes(path) || !isBig) return;
  const text = await readText(req);
  if (text !== undefined) Object.assign(req, { body: text });
}

/** Names of parameters that say whose request it is. */
const TELLING = ['client_id', 'code', 'auth_req_id', 'headless_req_id', 'grant_type', 'acr_values'];

/** JSON or a form of parts is refused: what it names is read for the timeline alone. */
async function readMisread(ctx: Context): Promise<void> {
  const { req, request, method, path } = ctx;
  const isProgram = method === 'POST' && PROGRAM_ENDPOINTS.includes(path);
  const { length = LIBRARY_READS + 1 } = request;
  if (!isProgram || length > LIBRARY_READS) return;
  if (!ctx.is('json', 'multipart/form-data', 'text/plain')) return;
  const text = (await readText(req)) ?? '';
  contextOf(ctx).misreadFields = Object.fromEntries(
    TELLING.flatMap((name) => {
      const value = valueIn(text, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Of a member of JSON, of a part, or of a field. */
function valueIn(text: string, name: string): string | undefined {
  const shapes = [
    new RegExp(`"${name}"\\s*:\\s*"([^"\\\\]{1,300})"`),
    new RegExp(`name="${name}"\\r?\\n\\r?\\n([^\\r\\n]{1,300})`),
    new RegExp(`(?:^|&)${name}=([^&\\s]{1,300})`),
  ];
  return shapes.map((shape) => shape.exec(text)?.[1]).find((value) => value !== undefined);
}

/**
 * Reads a form as it was sent; undefined when it is bigger than we read. The rest of such a form stays unread: the
 * connection is of no use afterwards.
 */
async function readText(req: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > MAX_FORM_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * Takes a state that is too long out of an authorization request. The library gives the state back with every
 * refusal, also with those before our own checks: no URL of ours shall grow that long.
 */
function dropLongState(ctx: Context): void {
  // No part of a query is longer than all of it.
  if (ctx.path !== ENDPOINTS.authorization || ctx.querystring.length <= MAX_STATE_LENGTH) return;
  const sent = new URLSearchParams(ctx.querystring);
  if (!sent.getAll('state').some((state) => state.length > MAX_STATE_LENGTH)) return;
  sent.delete('state');
  ctx.querystring = sent.toString();
  contextOf(ctx).hasLongState = true;
}

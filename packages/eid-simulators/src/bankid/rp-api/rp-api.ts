import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { TLSSocket } from 'node:tls';

import { BodyError, readJson } from '../../shared/json-body.ts';
import type { RelyingParty } from '../orders/order.ts';
import { type Effect, type Endpoint, endpoints, type Faults } from './faults.ts';
import { invalidParameters, RpError, statusOf } from './rp-error.ts';
import type { Operation } from './rp-operations.ts';

/** Where the endpoints lie on the server. */
export const basePath = '/rp/v6.0/';

const MAXIMUM_BODY = 512 * 1024;

interface Deps {
  readonly operations: Readonly<Record<Endpoint, Operation>>;
  readonly faults: Faults;
  /** Called with every call of a known path and method. */
  readonly onCall: (endpoint: Endpoint) => void;
  /** Called with errors of the simulator itself. */
  readonly onBug: (error: unknown) => void;
}

interface Reply {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Serves the RP API v6.0 over a connection that proved a client certificate. */
export function makeRpApi(
  deps: Deps,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    serve(request, deps)
      .catch((error: unknown) => replyToError(error, deps))
      .then((reply) => write(response, reply))
      .catch(deps.onBug);
  };
}

/** All checks in order; the first failed one determines the response. */
async function serve(request: IncomingMessage, deps: Deps): Promise<Reply | Broken> {
  const endpoint = endpointOf(request);
  if (request.method !== 'POST') return { status: 405, body: '', headers: { Allow: 'POST' } };
  deps.onCall(endpoint);
  const early = await spoil(deps.faults.take({ endpoint, phase: 'before' }), {});
  if (early !== undefined) return early;
  if (request.headers['content-type'] !== 'application/json') {
    throw new RpError('unsupportedMediaType', 'Content-Type must be application/json');
  }
  const relyingParty = relyingPartyOf(request.socket);
  if (relyingParty === undefined) throw new RpError('unauthorized', 'No client certificate');
  const answer = await deps.operations[endpoint](await bodyOf(request), relyingParty);
  const late = deps.faults.take({ endpoint, phase: 'after', status: answer.status });
  return (await spoil(late, answer)) ?? json(200, answer);
}

function endpointOf({ url = '' }: IncomingMessage): Endpoint {
  const found = endpoints.find((endpoint) => url === `${basePath}${endpoint}`);
  if (found === undefined) throw new RpError('notFound', 'No such resource');
  return found;
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  try {
    return await readJson(request, MAXIMUM_BODY);
  } catch (error) {
    if (!(error instanceof BodyError)) throw error;
    throw invalidParameters(error.fault === 'too-large' ? 'Body too large' : 'Body is not JSON');
  }
}

type Broken = 'reset' | 'hang';

async function spoil(
  effect: Effect | undefined,
  answer: Record<string, unknown>,
): Promise<Reply | Broken | undefined> {
  switch (effect?.kind) {
    case undefined:
      return undefined;
    case 'error': {
      const { status, errorCode, details = 'Injected fault', headers = {} } = effect;
      return { ...json(status, { errorCode, details }), headers };
    }
    case 'body': {
      const { status, body, contentType = 'application/json' } = effect;
      return { status, body, headers: { 'Content-Type': contentType } };
    }
    case 'answer':
      return json(200, { ...answer, ...effect.members });
    case 'omit':
      return json(200, without(answer, effect.members));
    case 'delay':
      await sleep(effect.milliseconds);
      return undefined;
    case 'reset':
    case 'hang':
      return effect.kind;
  }
}

function without(
  answer: Record<string, unknown>,
  paths: readonly string[],
): Record<string, unknown> {
  const copy = structuredClone(answer);
  for (const path of paths) {
    const names = ['completionData', ...path.split('.')];
    const last = names.pop() ?? '';
    const parent = names.reduce<unknown>((object, name) => memberOf(object, name), copy);
    if (typeof parent === 'object' && parent !== null) Reflect.deleteProperty(parent, last);
  }
  return copy;
}

function memberOf(object: unknown, name: string): unknown {
  return typeof object === 'object' && object !== null ? Reflect.get(object, name) : undefined;
}

function replyToError(error: unknown, { onBug }: Deps): Reply {
  if (!(error instanceof RpError)) onBug(error);
  const { code, details } =
    error instanceof RpError ? error : new RpError('internalError', 'Internal error');
  return {
    ...json(statusOf(code), { errorCode: code, details }),
    ...(code === 'tooManyRequests' ? { headers: RATE_LIMIT } : {}),
  };
}

const RATE_LIMIT = { 'RateLimit-Limit': '1', 'RateLimit-Remaining': '0', 'RateLimit-Reset': '1' };

function json(status: number, body: Record<string, unknown>): Reply {
  return { status, body: JSON.stringify(body) };
}

function write(response: ServerResponse, reply: Reply | Broken): void {
  if (reply === 'hang') return;
  if (reply === 'reset') {
    response.socket?.destroy();
    return;
  }
  const { status, body } = reply;
  response.writeHead(status, {
    ...(body === '' ? {} : { 'Content-Type': 'application/json' }),
    'Content-Length': Buffer.byteLength(body),
    ...reply.headers,
  });
  response.end(body);
}

/**
 * The service at the other end of a connection, from its client certificate; undefined if it showed
 * none.
 */
function relyingPartyOf(socket: Socket): RelyingParty | undefined {
  if (!(socket instanceof TLSSocket)) return undefined;
  const certificate = socket.getPeerCertificate();
  if (certificate?.fingerprint256 === undefined) return undefined;
  const subject: Readonly<Record<string, unknown>> = { ...certificate.subject };
  const text = (attribute: string) => String(subject[attribute] ?? '');
  return {
    fingerprint: certificate.fingerprint256,
    displayName: text('name') || text('CN'),
    name: [
      `cn=${text('CN')}`,
      `name=${text('name')}`,
      `serialNumber=${text('serialNumber')}`,
      `o=${text('O')}`,
      `c=${text('C')}`,
    ].join(','),
  };
}

import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

import { send } from '@eid-broker/testing/wire';

import { within } from './within.ts';

/** A load balancer without stickiness: each request goes to the next replica. */
export interface FrontProxy {
  readonly port: number;
  /** `http://localhost:PORT`. */
  readonly url: string;
  /**
   * `ready` (as in production): replicas that report ready. `all`: every running replica, so that unready ones have to
   * refuse requests.
   */
  route(to: 'ready' | 'all'): void;
  /** The replicas that get requests now, by name. */
  readonly serving: readonly string[];
  /** Sends no requests to this replica until the returned function is called. */
  hide(name: string): () => void;
  /** The number of requests that this replica answered. */
  answersOf(name: string): number;
  close(): Promise<void>;
}

/** A replica as the proxy sees it. */
export interface Upstream {
  readonly name: string;
  readonly port: number;
  readonly healthPort: number;
  readonly pid: number | undefined;
}

/** The response header with the replica's name. */
export const REPLICA_HEADER = 'x-replica';

const PROBE_EVERY_MS = 250;
const PROBE_DEADLINE_MS = 1_500;
/** The limit for a frozen replica. */
const ANSWER_DEADLINE_MS = 30_000;
/** Headers of a single connection. */
const HOP_BY_HOP = ['connection', 'keep-alive', 'proxy-connection', 'te', 'upgrade'];

/** Starts it; the list of upstreams may be filled later. */
export async function startFrontProxy(upstreams: readonly Upstream[]): Promise<FrontProxy> {
  // No connection is reused: it may be closing, and a POST must not be repeated.
  const agent = new Agent({ keepAlive: false });
  const ready = new Set<string>();
  /** Replicas without a response to the last probe. */
  const silent = new Set<string>();
  const probing = new Set<string>();
  const answers = new Map<string, number>();
  const hidden = new Set<string>();
  let routing: 'ready' | 'all' = 'ready';
  let sequence = 0;

  const server = createServer((req, res) => void pass(req, res).catch(() => res.destroy()));
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const timer = setInterval(() => {
    for (const upstream of upstreams.filter(({ name }) => !probing.has(name))) {
      probing.add(upstream.name);
      void probe(upstream).finally(() => probing.delete(upstream.name));
    }
  }, PROBE_EVERY_MS);
  timer.unref();

  return {
    port,
    url: `http://localhost:${port}`,
    route(to) {
      routing = to;
    },
    get serving() {
      return candidates().map(({ name }) => name);
    },
    hide(name) {
      hidden.add(name);
      return () => void hidden.delete(name);
    },
    answersOf: (name) => answers.get(name) ?? 0,
    async close() {
      clearInterval(timer);
      agent.destroy();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };

  /** Removes an unready replica at once, and a silent one after two probes. */
  async function probe({ name, healthPort, pid }: Upstream): Promise<void> {
    if (pid === undefined) return void ready.delete(name);
    const response = send(healthPort, { path: '/health/ready' });
    const answer = await within(PROBE_DEADLINE_MS, response).catch(() => undefined);
    if (answer?.status === 200) {
      ready.add(name);
      silent.delete(name);
    } else if (answer !== undefined || silent.has(name)) {
      ready.delete(name);
    } else {
      silent.add(name);
    }
  }

  function candidates(): readonly Upstream[] {
    const running = upstreams.filter(({ name, pid }) => pid !== undefined && !hidden.has(name));
    return routing === 'all' ? running : running.filter(({ name }) => ready.has(name));
  }

  async function pass(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const body = await bodyOf(req);
    const open = candidates();
    for (let tries = 0; tries < open.length; tries += 1) {
      sequence += 1;
      const upstream = open[sequence % open.length];
      if (upstream === undefined) break;
      const outcome = await forward({ req, res, body, upstream, agent });
      // The request was not sent, so another replica may get it.
      if (outcome === 'not-connected') continue;
      if (outcome === 'broken') refuse(res, 502, upstream.name);
      else answers.set(upstream.name, (answers.get(upstream.name) ?? 0) + 1);
      return;
    }
    refuse(res, 503, 'none');
  }
}

interface Passing {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly body: Buffer;
  readonly upstream: Upstream;
  readonly agent: Agent;
}

type Passed = 'answered' | 'not-connected' | 'broken';

function forward({ req, res, body, upstream, agent }: Passing): Promise<Passed> {
  return new Promise((resolve) => {
    const sent = request({
      host: '127.0.0.1',
      port: upstream.port,
      method: req.method,
      path: req.url,
      headers: forwardedHeaders(req, body),
      agent,
      timeout: ANSWER_DEADLINE_MS,
    });
    sent.on('timeout', () => sent.destroy(new Error('no response in time')));
    sent.on('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'ECONNREFUSED' ? 'not-connected' : 'broken'),
    );
    sent.on('response', (answer) => {
      const headers = { ...without(answer.headers, HOP_BY_HOP), [REPLICA_HEADER]: upstream.name };
      res.writeHead(answer.statusCode ?? 502, headers);
      answer.pipe(res);
      // A partial response must not look complete.
      answer.on('error', () => res.destroy());
      answer.on('close', () => resolve('answered'));
    });
    res.on('close', () => {
      if (!res.writableFinished) sent.destroy();
    });
    sent.end(body);
  });
}

function forwardedHeaders(req: IncomingMessage, body: Buffer): IncomingHttpHeaders {
  const before = req.headers['x-forwarded-for'];
  const from = req.socket.remoteAddress ?? '127.0.0.1';
  return {
    ...without(req.headers, [...HOP_BY_HOP, 'transfer-encoding', 'expect']),
    ...(body.length > 0 && { 'content-length': String(body.length) }),
    'x-forwarded-for': before === undefined ? from : `${before}, ${from}`,
    'x-forwarded-proto': 'http',
    ...(req.headers.host !== undefined && { 'x-forwarded-host': req.headers.host }),
  };
}

function without(headers: IncomingHttpHeaders, names: readonly string[]): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
}

async function bodyOf(req: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** A response of the proxy itself, not of a replica. */
function refuse(res: ServerResponse, status: 502 | 503, replica: string): void {
  if (res.headersSent) return void res.destroy();
  res.writeHead(status, { 'content-type': 'text/plain', [REPLICA_HEADER]: `${replica}:proxy` });
  res.end(status === 502 ? 'the replica broke the connection\n' : 'no replica is ready\n');
}

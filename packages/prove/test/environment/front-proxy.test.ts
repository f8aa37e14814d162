import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { send } from '@eid-broker/testing/wire';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

import {
  type FrontProxy,
  startFrontProxy,
  type Upstream,
} from '../../src/environment/front-proxy.ts';

let servers: Server[];
let upstreams: Upstream[];
let front: FrontProxy;
beforeEach(async () => {
  servers = [];
  upstreams = [];
  front = await startFrontProxy(upstreams);
  front.route('all');
});
afterEach(async () => {
  await front.close();
  for (const server of servers) server.close().closeAllConnections();
});

type Handler = (req: IncomingMessage, res: ServerResponse) => void;

async function addUpstream(name: string, handler: Handler): Promise<void> {
  const server = createServer(handler).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  servers.push(server);
  upstreams.push({ name, port, healthPort: port, pid: 1 });
}

function get(path = '/', headers = {}) {
  return send(front.port, { path, headers: { host: 'somebody.localhost', ...headers } });
}

describe('the front proxy', () => {
  test('sends requests to the replicas in turn, and names the replica in the response', async () => {
    for (const name of ['a', 'b']) await addUpstream(name, (_, res) => res.end(name));
    const answers = [await get(), await get(), await get()];
    expect(answers.map(({ text }) => text)).toEqual(['b', 'a', 'b']);
    expect(answers.map(({ headers }) => headers['x-replica'])).toEqual(['b', 'a', 'b']);
  });

  test("forwards the client's address and the host to the replica", async () => {
    await addUpstream('a', ({ headers }, res) => res.end(JSON.stringify(headers)));
    const { text } = await get('/', { 'x-forwarded-for': '198.18.0.1' });
    expect(JSON.parse(text)).toMatchObject({
      host: 'somebody.localhost',
      'x-forwarded-for': '198.18.0.1, 127.0.0.1',
      'x-forwarded-host': 'somebody.localhost',
      'x-forwarded-proto': 'http',
    });
  });

  test('tries the next replica on a refused connection, and returns 502 for a broken response', async () => {
    upstreams.push({ name: 'gone', port: 1, healthPort: 1, pid: 1 });
    await addUpstream('a', (_, res) => res.end('a'));
    expect((await get()).text).toBe('a');
    expect((await get()).text).toBe('a');
    upstreams.length = 0;
    await addUpstream('b', ({ socket }) => socket.destroy());
    const broken = await get();
    expect([broken.status, broken.headers['x-replica']]).toEqual([502, 'b:proxy']);
  });

  test('returns 503 when no replica is ready', async () => {
    await addUpstream('a', (_, res) => res.writeHead(500).end());
    front.route('ready');
    expect((await get()).status).toBe(503);
  });
});

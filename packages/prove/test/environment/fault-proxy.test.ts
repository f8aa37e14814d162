import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';

import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

import { type FaultProxy, startFaultProxy } from '../../src/environment/fault-proxy.ts';

let server: Server;
let served: Socket[];
let proxy: FaultProxy;

// An echo server.
beforeEach(async () => {
  served = [];
  server = createServer({ allowHalfOpen: true }, (socket) => {
    served.push(socket);
    socket.on('error', () => undefined);
    socket.pipe(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  proxy = await startFaultProxy({ toPort: port, random: () => 0.5 });
});
afterEach(async () => {
  await proxy.close();
  for (const socket of served) socket.destroy();
  server.close();
});

/** Sends this text; returns the received bytes, or the error that broke the connection. */
async function say(what: string, port = proxy.port): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.end(what);
  const notified = text(socket).catch((error: NodeJS.ErrnoException) => String(error.code));
  return notified.finally(() => socket.destroy());
}

async function open(): Promise<Socket> {
  const socket = connect({ port: proxy.port, host: '127.0.0.1' });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

function closed(socket: Socket): Promise<unknown> {
  return new Promise((resolve) => socket.once('close', resolve));
}

describe('the fault proxy', () => {
  test('forwards bytes in both directions', async () => {
    const long = 'long '.repeat(100_000);
    expect(await say(long)).toBe(long);
  });

  test('can refuse connections, and accepts them after the fault is removed', async () => {
    const before = await open();
    const clearFaults = proxy.break({ fault: { kind: 'refuse' } });
    await closed(before);
    expect(await say('hello')).toBe('ECONNREFUSED');
    clearFaults();
    expect(await say('hello')).toBe('hello');
  });

  test('can reset, truncate, close half-way and garble', async () => {
    const notified: string[] = [];
    for (const fault of [
      { kind: 'reset' },
      { kind: 'truncate', afterBytes: 4 },
      { kind: 'half-close', afterBytes: 2 },
      { kind: 'garbage', afterBytes: 3 },
    ] as const) {
      proxy.break({ fault, direction: 'down' });
      notified.push(await say('abcdef'));
      proxy.clearFaults();
    }
    expect(notified).toEqual(['ECONNRESET', 'abcd', 'ab', 'abc\uFFFD\uFFFD\uFFFD']);
  });

  test('can hold every byte until the fault is removed', async () => {
    const clearFaults = proxy.break({ fault: { kind: 'stall' } });
    const notified = say('hello');
    const early = await Promise.race([
      notified,
      new Promise((resolve) => setTimeout(resolve, 50, 'nothing')),
    ]);
    clearFaults();
    expect([early, await notified]).toEqual(['nothing', 'hello']);
  });

  test('can affect only the next connections, or those of one channel', async () => {
    const port = await proxy.openChannel('other');
    proxy.break({ fault: { kind: 'reset' }, nextConnections: 1 });
    expect([await say('one'), await say('two')]).toEqual(['ECONNRESET', 'two']);
    proxy.clearFaults();
    proxy.break({ fault: { kind: 'reset' }, channel: 'other' });
    expect([await say('one'), await say('two', port)]).toEqual(['one', 'ECONNRESET']);
  });

  test('counts open connections and can cut them', async () => {
    const socket = await open();
    socket.write('x');
    await once(socket, 'data');
    expect(proxy.connections).toBe(1);
    proxy.cut();
    await closed(socket);
    expect(proxy.connections).toBe(0);
  });
});

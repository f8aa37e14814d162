import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { type Listening, listen } from '../../../src/adapters/http/listen.ts';

/** Reads what is posted to /read, and nothing else. */
let server: Listening;
const sockets: Socket[] = [];
beforeAll(async () => {
  server = await listen(
    async (req, res) => {
      const body = req.url === '/read' ? await text(req).catch(() => '') : '';
      res.end(`${req.url} ${body.length}`);
    },
    { port: 0, address: '127.0.0.1' },
  );
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await server.close(0);
});

describe('slow clients are cut', () => {
  test('that send their headers byte by byte, or a body that never ends, or nothing at all', async () => {
    const headers = dial();
    const drip = setInterval(() => headers.write('x'), 500);
    headers.write('GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ');
    const body = dial();
    body.write('POST /read HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n');
    const dripBody = setInterval(() => body.write('x'), 500);
    const silent = dial();
    const answers = await Promise.all([headers, body, silent].map(all));
    clearInterval(drip);
    clearInterval(dripBody);
    expect(answers.map((answer) => answer.split('\r\n', 1)[0])).toEqual([
      'HTTP/1.1 408 Request Timeout',
      'HTTP/1.1 408 Request Timeout',
      'HTTP/1.1 408 Request Timeout',
    ]);
  }, 40_000);
});

describe('huge requests are cut', () => {
  test('with headers of more than 128 KiB: 431', async () => {
    const socket = dial();
    socket.write(`GET / HTTP/1.1\r\nHost: a\r\nX-Huge: ${'x'.repeat(129 * 1024)}\r\n\r\n`);
    expect(await all(socket)).toMatch(/^HTTP\/1\.1 431 /);
  });

  test('with a body that nobody reads: the connection ends', async () => {
    const socket = dial();
    socket.write('POST /other HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n');
    const flood = setInterval(() => socket.write(`400\r\n${'x'.repeat(1024)}\r\n`), 10);
    const answer = await all(socket);
    clearInterval(flood);
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('a body of a megabyte is none', async () => {
    const socket = dial();
    const body = 'x'.repeat(1024 * 1024);
    socket.write(
      `POST /read HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    expect(await all(socket)).toMatch(/\/read 1048576$/);
  });

  test('what is packed stays packed', async () => {
    const packed = gzipSync('x'.repeat(50 * 1024 * 1024));
    const socket = dial();
    socket.write(
      `POST /read HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Encoding: gzip\r\nContent-Length: ${packed.length}\r\n\r\n`,
    );
    socket.write(packed);
    const length = Number(/\/read (\d+)$/.exec(await all(socket))?.[1]);
    expect(length).toBeLessThanOrEqual(packed.length);
  });
});

describe('one connection', () => {
  test('answers what was sent in advance in its order', async () => {
    const socket = dial();
    const requests = ['/1', '/2', '/3'].map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
    socket.write(`${requests.join('')}GET /4 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    expect((await all(socket)).match(/\/\d 0/g)).toEqual(['/1 0', '/2 0', '/3 0', '/4 0']);
  });

  test('serves a thousand requests and asks to be closed; more are not served', async () => {
    const socket = dial();
    let answers = '';
    const refused = new Promise<void>((resolve) => {
      socket.on('data', (chunk) => {
        answers += chunk;
        if (answers.includes('HTTP/1.1 503 ')) resolve();
      });
    });
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(1_001));
    await refused;
    expect(answers.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(1_000);
    const [last = ''] = answers.split('HTTP/1.1 ').slice(1_000);
    expect(last).toContain('Connection: close');
  });
});

describe('ten thousand connections that nobody uses', () => {
  test('leave room for those who have something to ask', async () => {
    const opened: Socket[] = [];
    for (let batch = 0; batch < 20; batch += 1) {
      const fresh = Array.from({ length: 500 }, () => dial());
      opened.push(...fresh);
      await Promise.all(fresh.map((socket) => answered(socket)));
    }
    const answer = await all(leaseRequest('/after', 'Connection: close\r\n'));
    expect(answer).toMatch(/\/after 0$/);
    for (const socket of opened) socket.destroy();
  }, 60_000);
});

/** One request, whose connection then stays; or the end of a connection that was not taken. */
async function answered(socket: Socket): Promise<void> {
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await Promise.race([once(socket, 'data'), once(socket, 'close')]);
}

function leaseRequest(path: string, headers = ''): Socket {
  const socket = dial();
  socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`);
  return socket;
}

function dial(): Socket {
  const socket = connect(server.port, '127.0.0.1');
  socket.on('error', () => undefined);
  sockets.push(socket);
  return socket;
}

/** All that comes until the connection ends. */
async function all(socket: Socket): Promise<string> {
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  await new Promise((resolve) => socket.on('close', resolve));
  return received;
}

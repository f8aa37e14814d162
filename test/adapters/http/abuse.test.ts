import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { type Listening, listen } from '../../../src/adapters/http/listen.ts';

/** Reads the body of requests to /read, and of no others. */
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

describe('a slow client', () => {
  test('is cut when it sends headers or a body byte by byte, or nothing at all', async () => {
    const headers = openSocket();
    const drip = setInterval(() => headers.write('x'), 500);
    headers.write('GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ');
    const body = openSocket();
    body.write('POST /read HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n');
    const dripBody = setInterval(() => body.write('x'), 500);
    const silent = openSocket();
    const answers = await Promise.all([headers, body, silent].map(readAll));
    clearInterval(drip);
    clearInterval(dripBody);
    expect(answers.map((answer) => answer.split('\r\n', 1)[0])).toEqual([
      'HTTP/1.1 408 Request Timeout',
      'HTTP/1.1 408 Request Timeout',
      'HTTP/1.1 408 Request Timeout',
    ]);
  }, 40_000);
});

describe('a huge request', () => {
  test('is refused with 431 when its headers exceed 128 KiB', async () => {
    const socket = openSocket();
    socket.write(`GET / HTTP/1.1\r\nHost: a\r\nX-Huge: ${'x'.repeat(129 * 1024)}\r\n\r\n`);
    expect(await readAll(socket)).toMatch(/^HTTP\/1\.1 431 /);
  });

  test('loses its connection when no handler reads its body', async () => {
    const socket = openSocket();
    socket.write('POST /other HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n');
    const flood = setInterval(() => socket.write(`400\r\n${'x'.repeat(1024)}\r\n`), 10);
    const answer = await readAll(socket);
    clearInterval(flood);
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('is accepted with a body of a megabyte', async () => {
    const socket = openSocket();
    const body = 'x'.repeat(1024 * 1024);
    socket.write(
      `POST /read HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    expect(await readAll(socket)).toMatch(/\/read 1048576$/);
  });

  test('is not decompressed', async () => {
    const packed = gzipSync('x'.repeat(50 * 1024 * 1024));
    const socket = openSocket();
    socket.write(
      `POST /read HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Encoding: gzip\r\nContent-Length: ${packed.length}\r\n\r\n`,
    );
    socket.write(packed);
    const length = Number(/\/read (\d+)$/.exec(await readAll(socket))?.[1]);
    expect(length).toBeLessThanOrEqual(packed.length);
  });
});

describe('one connection', () => {
  test('answers pipelined requests in their order', async () => {
    const socket = openSocket();
    const requests = ['/1', '/2', '/3'].map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
    socket.write(`${requests.join('')}GET /4 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    expect((await readAll(socket)).match(/\/\d 0/g)).toEqual(['/1 0', '/2 0', '/3 0', '/4 0']);
  });

  test('serves a thousand requests, then closes', async () => {
    const socket = openSocket();
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

describe('ten thousand idle connections', () => {
  test('leave room for another request', async () => {
    const opened: Socket[] = [];
    for (let batch = 0; batch < 20; batch += 1) {
      const fresh = Array.from({ length: 500 }, () => openSocket());
      opened.push(...fresh);
      await Promise.all(fresh.map((socket) => sendAndWait(socket)));
    }
    const answer = await readAll(sendRequest('/after', 'Connection: close\r\n'));
    expect(answer).toMatch(/\/after 0$/);
    for (const socket of opened) socket.destroy();
  }, 60_000);
});

/** Sends one request; resolves with the first answer on a connection that stays, or at its end. */
async function sendAndWait(socket: Socket): Promise<void> {
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await Promise.race([once(socket, 'data'), once(socket, 'close')]);
}

function sendRequest(path: string, headers = ''): Socket {
  const socket = openSocket();
  socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`);
  return socket;
}

function openSocket(): Socket {
  const socket = connect(server.port, '127.0.0.1');
  socket.on('error', () => undefined);
  sockets.push(socket);
  return socket;
}

/** Reads until the connection ends. */
async function readAll(socket: Socket): Promise<string> {
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  await new Promise((resolve) => socket.on('close', resolve));
  return received;
}

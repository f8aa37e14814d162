import { once } from 'node:events';
import { request, type ServerResponse } from 'node:http';
import { connect } from 'node:net';

import { describe, expect, test } from '@jest/globals';
import supertest from 'supertest';

import { isTooBig, listen } from '../../../src/adapters/http/listen.ts';

const AT = { port: 0, address: '127.0.0.1' };

test('listens on a free port when none is given', async () => {
  const { port, close } = await listen(async (_req, res) => void res.end('hello'), AT);

  await supertest(`http://127.0.0.1:${port}`).get('/').expect(200, 'hello');
  await close(0);
});

test('names the port when it is in use', async () => {
  const first = await listen(async () => {}, AT);

  await expect(listen(async () => {}, { ...AT, port: first.port })).rejects.toThrow(
    new Error(`port ${first.port} is in use (127.0.0.1:${first.port})`),
  );
  await first.close(0);
});

test('names the address when it cannot listen there', async () => {
  await expect(listen(async () => {}, { ...AT, address: '192.0.2.1' })).rejects.toThrow(
    /^cannot listen on 192\.0\.2\.1:0: /,
  );
});

test('a request in flight is finished, and a slow one is cut', async () => {
  let answer = (_text: string) => {};
  const arrived = { count: 0, both: () => {} };
  const both = new Promise<void>((resolve) => {
    arrived.both = resolve;
  });
  const { port, close } = await listen(async (req, res) => {
    if (req.url === '/slow') answer = (text) => res.end(text);
    arrived.count += 1;
    if (arrived.count === 2) arrived.both();
  }, AT);
  const slow = supertest(`http://127.0.0.1:${port}`)
    .get('/slow')
    .then(({ text }) => text);
  const endless = supertest(`http://127.0.0.1:${port}`)
    .get('/endless')
    .then(
      () => 'answered',
      () => 'cut',
    );
  await both;

  const closed = close(200);
  answer('in time');
  expect(await Promise.all([slow, endless, closed])).toEqual(['in time', 'cut', undefined]);
});

test('a connection is cut when its headers take too long', async () => {
  const { port, close } = await listen(async (_req, res) => void res.end('hello'), AT);
  const socket = connect(port, AT.address);
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n');

  const [answer] = await once(socket, 'data');
  expect(String(answer)).toContain('HTTP/1.1 408 Request Timeout');
  await close(0);
}, 25_000);

test('a connection beyond the limit is closed unread, and counted', async () => {
  let dropped = 0;
  const onDrop = () => {
    dropped += 1;
  };
  const server = await listen(async () => {}, { ...AT, maxConnections: 2, onDrop });
  const first = connect(server.port, AT.address);
  await once(first, 'connect');
  // This connection is not idle: its request has no answer yet.
  first.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const second = connect(server.port, AT.address);
  await once(second, 'connect');
  second.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const third = connect(server.port, AT.address);
  third.on('error', () => undefined);
  await once(third, 'close');
  expect(dropped).toBe(1);
  await server.close(0);
});

test('with many connections, those with slow headers are closed', async () => {
  let dropped = 0;
  const onDrop = () => {
    dropped += 1;
  };
  const hello = async (_req: unknown, res: ServerResponse) => void res.end('hello');
  const server = await listen(hello, { ...AT, maxConnections: 10, onDrop });
  const slow = Array.from({ length: 10 }, () => connect(server.port, AT.address));
  await Promise.all(slow.map((socket) => once(socket, 'connect')));
  // This one gets an answer before it becomes slow.
  slow[0]!.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(slow[0]!, 'data');
  for (const socket of slow) socket.write('GET / HTTP/1.1\r\nHost:');

  await Promise.all(slow.map((socket) => once(socket, 'close')));
  expect(dropped).toBe(10);
  await supertest(`http://127.0.0.1:${server.port}`).get('/').expect(200, 'hello');
  await server.close(0);
}, 30_000);

test('a request in progress is not cut when there are many connections', async () => {
  const answers: (() => void)[] = [];
  const server = await listen(async (_req, res) => void answers.push(() => res.end('hello')), {
    ...AT,
    maxConnections: 2,
  });
  const sockets = [connect(server.port, AT.address), connect(server.port, AT.address)];
  for (const socket of sockets) socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const read = Promise.all(sockets.map((socket) => once(socket, 'data')));
  for (const answer of answers) answer();
  for (const [text] of await read) expect(String(text)).toContain('200 OK');
  await server.close(0);
});

describe('the answer to a body that nobody reads', () => {
  const BODY = Buffer.alloc(10 * 1024 * 1024, 'x');
  const HEAD = `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${BODY.length}\r\n\r\n`;

  test.each(['close', 'keep-alive'])('is read by each client (%s)', async (connection) => {
    const server = await listen(async (_req, res) => {
      res.writeHead(413, { Connection: connection }).end('too big');
    }, AT);
    for (const send of [sendAllThenRead, sendByHttp, sendByFetch]) {
      const answers = await Promise.all(Array.from({ length: 5 }, () => send(server.port)));
      expect(answers).toEqual(Array.from({ length: 5 }, () => '413 too big'));
    }
    await server.close(0);
  });

  test('is followed by no other on the same connection when it closes', async () => {
    const urls: string[] = [];
    const server = await listen(async (req, res) => {
      urls.push(String(req.url));
      res.writeHead(413, { Connection: 'close' }).end();
    }, AT);
    const socket = connect(server.port, AT.address);
    socket.on('error', () => undefined);
    socket.write(HEAD);
    await once(socket, 'data');
    socket.write(
      Buffer.concat([BODY, Buffer.from('GET /second HTTP/1.1\r\nHost: localhost\r\n\r\n')]),
    );
    await once(socket, 'close');
    expect(urls).toEqual(['/']);
    await server.close(0);
  });

  /** As clients do that are written without events. */
  async function sendAllThenRead(port: number): Promise<string> {
    const socket = connect({ port, host: AT.address, allowHalfOpen: true });
    socket.write(HEAD);
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject);
      socket.write(BODY, () => resolve());
    });
    const [answer] = await once(socket, 'data');
    socket.destroy();
    return `${String(answer).slice(9, 12)} ${/too big/.exec(String(answer))}`;
  }

  function sendByHttp(port: number): Promise<string> {
    return new Promise((resolve, reject) => {
      const headers = { 'content-length': BODY.length };
      const sending = request({ port, host: AT.address, method: 'POST', headers }, (res) => {
        let text = '';
        res.on('data', (chunk) => (text += chunk));
        res.on('end', () => resolve(`${res.statusCode} ${text}`));
        res.on('error', reject);
      });
      sending.on('error', reject);
      sending.end(BODY);
    });
  }

  async function sendByFetch(port: number): Promise<string> {
    const answer = await fetch(`http://${AT.address}:${port}/`, { method: 'POST', body: BODY });
    return `${answer.status} ${await answer.text()}`;
  }
});

test('a client that asks before it sends a big body is refused without sending it', async () => {
  const { port, close } = await listen(async (req, res) => {
    res.writeHead(isTooBig(req) ? 413 : 200, { Connection: 'close' }).end();
  }, AT);
  const sent = async (length: number) => {
    const socket = connect(port, '127.0.0.1');
    const body = length > 9 ? '' : 'x'.repeat(length);
    socket.write(
      `POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: ${length}\r\n\r\n${body}`,
    );
    let text = '';
    for await (const chunk of socket) {
      text += chunk;
      if (/ (?:200|413) /.test(text)) break;
    }
    socket.destroy();
    return text.match(/(?<=HTTP\/1.1 )\d+/g);
  };
  expect(await sent(2_000_000)).toEqual(['413']);
  expect(await sent(5)).toEqual(['100', '200']);
  await close(0);
});

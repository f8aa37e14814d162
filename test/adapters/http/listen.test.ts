import { once } from 'node:events';
import { connect } from 'node:net';

import { expect, test } from '@jest/globals';
import supertest from 'supertest';

import { listen } from '../../../src/adapters/http/listen.ts';

const AT = { port: 0, address: '127.0.0.1' };

test('serves on a free port when asked for none', async () => {
  const { port, close } = await listen(async (_req, res) => void res.end('hello'), AT);

  await supertest(`http://127.0.0.1:${port}`).get('/').expect(200, 'hello');
  await close(0);
});

test('says which port is in use', async () => {
  const first = await listen(async () => {}, AT);

  await expect(listen(async () => {}, { ...AT, port: first.port })).rejects.toThrow(
    new Error(`port ${first.port} is in use (127.0.0.1:${first.port})`),
  );
  await first.close(0);
});

test('says where it cannot listen', async () => {
  await expect(listen(async () => {}, { ...AT, address: '192.0.2.1' })).rejects.toThrow(
    /^cannot listen on 192\.0\.2\.1:0: /,
  );
});

test('a request in flight is finished, one that takes too long is cut', async () => {
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

test('a connection that does not get on with its headers is cut', async () => {
  const { port, close } = await listen(async (_req, res) => void res.end('hello'), AT);
  const socket = connect(port, AT.address);
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n');

  const [answer] = await once(socket, 'data');
  expect(String(answer)).toContain('HTTP/1.1 408 Request Timeout');
  await close(0);
}, 25_000);

test('a connection for which there is no room is closed unread, and told to be', async () => {
  let dropped = 0;
  const onDrop = () => {
    dropped += 1;
  };
  const server = await listen(async () => {}, { ...AT, mostConnections: 2, onDrop });
  const first = connect(server.port, AT.address);
  await once(first, 'connect');
  // It is not idle: its request is not answered.
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

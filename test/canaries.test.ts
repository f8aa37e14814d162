import type { IncomingMessage, ServerResponse } from 'node:http';

import { expect, test } from '@jest/globals';
import supertest from 'supertest';

import { newCanaries } from './support/canaries.ts';

const SECRET = (name: string) => `${name}-n4bQgYhMfWWaL-qgxVrQFaO`;

/** A service that reveals one secret in each way that ours does. */
async function answer(_req: IncomingMessage, res: ServerResponse): Promise<void> {
  res.setHeader('Location', `https://app.example.com/cb?code=${SECRET('code')}&state=open`);
  res.setHeader('Set-Cookie', [`session=${SECRET('cookie')}; Path=/`, `login=${SECRET('id')}`]);
  res.write(`{"id_token":"${SECRET('token')}",`);
  res.end(`"acr_data":{"qrData":"${SECRET('qr')}"},"scope":"openid-is-no-secret"}`);
}

async function watchedRequest() {
  const canaries = newCanaries();
  await supertest(canaries.watch(answer))
    .post(`/x?login_hint=sub:ssn:198506152399%20message:${SECRET('text')}`)
    .set('Authorization', `Basic ${btoa(`web:${SECRET('password')}`)}`)
    .send(`client_assertion=${SECRET('assertion')}&code=${SECRET('sent')}`);
  return canaries;
}

test.each(['code', 'cookie', 'token', 'qr', 'text', 'password', 'assertion'])(
  'a leak of a %s from a request or an answer is found',
  async (name) => {
    const line = `{"detail":"it was ${SECRET(name)}."}`;
    const canaries = await watchedRequest();
    expect(() => canaries.assertAbsent(line, 'the log')).toThrow('the log contains secrets');
  },
);

test.each([
  '198506152399',
  '191212121212',
  '19121212-1212',
  'Tolvan Tolvansson',
  'demo-web-secret',
])('a leak of %s is found', async (text) => {
  const canaries = await watchedRequest();
  expect(() => canaries.assertAbsent(`: ${text}!`, 'the log')).toThrow(text);
});

test.each([SECRET('id'), SECRET('sent'), 'openid-is-no-secret', 'open'])(
  '%s is not a secret',
  async (text) => {
    const canaries = await watchedRequest();
    expect(() => canaries.assertAbsent(text, 'the log')).not.toThrow();
  },
);

test('the body of an error with a secret of another answer is found', async () => {
  const canaries = newCanaries();
  const handler = canaries.watch(async (req, res) => {
    res.statusCode = req.url === '/error' ? 400 : 200;
    const own = `"acr_data":{"qrData":"${SECRET('qr')}"}`;
    res.end(req.url === '/tokens' ? `{"id_token":"${SECRET('token')}"}` : `{${own}}`);
  });
  await supertest(handler).get('/tokens');
  await supertest(handler).get('/error');
  expect(() => canaries.assertErrorsClean()).not.toThrow();
  const leak = canaries.watch(async (_, res) => {
    res.statusCode = 400;
    res.end(`{"error_description":"not ${SECRET('token')}"}`);
  });
  await supertest(leak).get('/');
  expect(() => canaries.assertErrorsClean()).toThrow('the body of an error');
});

test('the body of an error with a personal number is found', async () => {
  const canaries = newCanaries();
  const handler = canaries.watch(async (req, res) => {
    res.statusCode = req.url === '/error' ? 400 : 200;
    res.end('for 191212121212');
  });
  await supertest(handler).get('/fine');
  expect(() => canaries.assertErrorsClean()).not.toThrow();
  await supertest(handler).get('/error');
  expect(() => canaries.assertErrorsClean()).toThrow('the body of an error');
});

import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { sendWebhook } from '../../../src/adapters/events/send-webhook.ts';
import { guardedRequest } from '../../../src/adapters/outbound/guarded-request.ts';

const SECRETS = [24, 64].map((bytes) => `whsec_${Buffer.alloc(bytes, bytes).toString('base64')}`);

let received: { method: string | undefined; headers: IncomingHttpHeaders; body: string }[];
let answer: (res: ServerResponse) => void;
let url: string;
let close: () => Promise<void>;

beforeEach(async () => {
  received = [];
  answer = (res) => res.writeHead(204).end();
  const server = createServer(async (req, res) => {
    let body = '';
    for await (const chunk of req) body += chunk;
    received.push({ method: req.method, headers: req.headers, body });
    answer(res);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`;
  close = () =>
    new Promise((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
});
afterEach(() => close());

function send({
  body = '{"name":"Åsa"}',
  secrets = SECRETS.slice(0, 1),
  ownMachine = true,
  timeoutMs = 20_000,
} = {}) {
  const message = { id: 'evt_1', body, at: new Date() };
  const sender = sendWebhook(guardedRequest({ timeoutMs }));
  return sender(message, { url, secrets, ownMachine });
}

describe('a message', () => {
  test.each(SECRETS)('passes a library for Standard Webhooks', async (secret) => {
    expect(await send({ secrets: [secret] })).toBe('accepted');
    const [{ method, headers, body } = { method: '', headers: {}, body: '' }] = received;
    expect(method).toBe('POST');
    expect(headers['content-type']).toBe('application/json');
    expect(headers['webhook-id']).toBe('evt_1');
    const verified = new Webhook(secret).verify(body, headers as Record<string, string>);
    expect(verified).toEqual({ name: 'Åsa' });
  });

  test('passes with either secret during a change of secrets, and with no other', async () => {
    await send({ secrets: SECRETS });
    const [{ headers, body } = { headers: {}, body: '' }] = received;
    for (const secret of SECRETS) {
      new Webhook(secret).verify(body, headers as Record<string, string>);
    }
    const other = new Webhook(`whsec_${Buffer.alloc(24, 1).toString('base64')}`);
    expect(() => other.verify(body, headers as Record<string, string>)).toThrow();
    expect(() =>
      new Webhook(SECRETS[0] ?? '').verify(`${body} `, headers as Record<string, string>),
    ).toThrow();
  });
});

describe('the result of a delivery', () => {
  test.each([200, 201, 204, 299])('is accepted for status %i', async (status) => {
    answer = (res) => res.writeHead(status).end();
    expect(await send()).toBe('accepted');
  });

  test.each([301, 307, 400, 401, 404, 410, 429, 500, 503])(
    'is refused for status %i',
    async (status) => {
      answer = (res) => res.writeHead(status, { location: `${url}/next` }).end();
      expect(await send()).toBe('refused');
      expect(received).toHaveLength(1);
    },
  );

  test('is unreachable without an answer', async () => {
    answer = () => {};
    expect(await send({ timeoutMs: 300 })).toBe('unreachable');
    await close();
    expect(await send()).toBe('unreachable');
  });

  test('is unreachable when the answer takes half a minute to arrive', async () => {
    answer = (res) => {
      res.writeHead(200).flushHeaders();
      const dripping = setInterval(() => res.write(' '), 50);
      res.on('close', () => clearInterval(dripping));
    };
    expect(await send({ timeoutMs: 500 })).toBe('unreachable');
  });

  test('is unreachable for an address that may not be called', async () => {
    expect(await send({ ownMachine: false })).toBe('unreachable');
    expect(received).toEqual([]);
  });
});

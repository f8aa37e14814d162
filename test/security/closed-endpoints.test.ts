import { connect } from 'node:net';
import { basic } from '@eid-broker/testing/token-endpoint';
import { send, type WireAnswer } from '@eid-broker/testing/wire';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Broker, startBroker } from '../support/broker.ts';
import { figure, samplesIn } from '../support/exposition.ts';

const ROLES = [
  {},
  basic('demo-backend', 'demo-backend-secret'),
  { authorization: 'Bearer admin' },
  { cookie: '_session=admin; admin=1' },
];

let broker: Broker;
beforeAll(async () => {
  broker = await startBroker();
});
afterAll(() => broker.close());

/** Sends a request to the public port. */
function request(path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') {
  return send(broker.port, {
    method,
    path,
    headers: { host: new URL(broker.issuer).host, ...headers },
  });
}

describe('management', () => {
  test.each([
    '/admin',
    '/management',
    '/api',
    '/api/v1/tenants',
    '/tenants',
    '/tenants/demo',
    '/applications',
    '/domains',
    '/keys',
    '/events',
    '/usage',
    '/erase',
    '/apply',
    '/metrics',
    '/health/alive',
    '/health/ready',
    '/health/detail',
    '/debug/pprof',
    '/graphql',
    '/.env',
    '/.git/config',
    '/server-status',
    '/actuator/env',
  ])('has no %s on the public port for any role', async (path) => {
    for (const role of ROLES) {
      for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
        expect([method, (await request(path, role, method)).status]).toEqual([method, 404]);
      }
    }
  });

  test("has no page on the operator's port, which is read-only", async () => {
    const paths = ['/admin', '/oauth2/token', '/login/x', '/', '/metrics/../admin'];
    for (const path of paths) {
      expect([path, (await send(broker.healthPort, { path })).status]).toEqual([path, 404]);
    }
  });
});

describe("a caller's trace header", () => {
  test.each([
    ['traceparent', '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'],
    ['traceparent', `00-${'a'.repeat(32)}\t-injected`],
    ['x-request-id', 'forged'],
    ['trace-id', 'forged'],
    ['tracestate', `vendor=${'x'.repeat(60_000)}`],
    ['baggage', `who=${'x'.repeat(60_000)}`],
  ])('%s changes neither the reference nor the log', async (name, value) => {
    const before = broker.logged.length;
    const answer = await request('/oauth2/authorize?client_id=nobody', { [name]: value });
    const reference = String(answer.headers['trace-id']);
    expect(reference).toMatch(/^[\da-f]{32}$/);
    expect(answer.headers['x-request-id']).toBe(reference);
    const [entry, ...others] = broker.logged.slice(before);
    expect([entry?.facts.reference, others]).toEqual([reference, []]);
    expect(JSON.stringify([entry, answer])).not.toContain(value.slice(-16));
  });
});

test('a request with an unread body has a reference and is counted', async () => {
  const answer = await announced(2 ** 40);
  expect([answer.status, answer.headers.connection]).toEqual([413, 'close']);
  expect(answer.headers['trace-id']).toMatch(/^[\da-f]{32}$/);
  const { text } = await send(broker.healthPort, { path: '/metrics' });
  expect(figure(samplesIn(text), 'eid_broker_requests_total')).toMatchObject({ 'token 413': 1 });
});

describe('a request with an ambiguous length is refused', () => {
  test.each([
    ['content-length and chunks', { 'content-length': '5', 'transfer-encoding': 'chunked' }],
    ['two transfer codings', { 'transfer-encoding': 'chunked, identity' }],
    ['an unknown transfer coding', { 'transfer-encoding': 'xchunked' }],
    ['a signed content-length', { 'content-length': '+5' }],
  ])('with %s', async (_, headers) => {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    const socket = connect(broker.port, '127.0.0.1');
    const { host } = new URL(broker.issuer);
    socket.end(
      ['POST /oauth2/token HTTP/1.1', `Host: ${host}`, ...lines, '', '0', '', 'GET / X'].join(
        '\r\n',
      ),
    );
    let answer = '';
    for await (const chunk of socket) answer += chunk;
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400']);
  });
});

/** Sends a request that announces a body of this length and has none. */
function announced(length: number): Promise<WireAnswer> {
  return request('/oauth2/token', { 'content-length': String(length) }, 'POST');
}

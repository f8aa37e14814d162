import type { RequestListener } from 'node:http';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { secureContextOf } from '../../../../src/adapters/eid/protocols/https/client-certificate.ts';
import { networkFinding } from '../../../../src/adapters/eid/protocols/https/network-finding.ts';
import { type RpApi, rpApi } from '../../../../src/adapters/eid/se-bankid/rp-api.ts';
import { json, keyOf, pemOf, type RpServer, raw, startRpServer } from './rp-server.ts';

const LONG_TIMEOUT_MS = 10_000;
const SHORT_TIMEOUT_MS = 150;

let server: RpServer;

beforeAll(async () => {
  server = await startRpServer();
});

afterAll(async () => {
  await server.close();
});

function open({
  url = server.url,
  ca = pemOf(server.pki.tlsRoot),
  timeoutMs = LONG_TIMEOUT_MS,
} = {}): RpApi {
  return rpApi({ url, secureContext: secureContextOf(client(), ca), timeoutMs });
}

function client() {
  const { rpClient } = server.pki;
  return { certificate: pemOf(rpClient), privateKey: keyOf(rpClient) };
}

async function faultOf(api: RpApi) {
  const answer = await api.post('collect', { orderRef: 'o-1' });
  if (answer.fault === undefined) throw new Error('a fault was expected');
  return answer.fault;
}

describe('a call', () => {
  test('is a POST over HTTP/1.1 with exactly the content type that BankID takes', async () => {
    server.answer(json(200, { orderRef: 'o-1' }));
    const answer = await open().post('phone/auth', { text: 'Åäö' });
    expect(answer).toEqual({ body: { orderRef: 'o-1' } });
    expect(server.requests.at(-1)).toEqual({
      method: 'POST',
      path: '/rp/v6.0/phone/auth',
      httpVersion: '1.1',
      contentType: 'application/json',
      body: '{"text":"Åäö"}',
    });
  });

  test('goes to the same path when the URL ends with a slash', async () => {
    server.answer(json(200, {}));
    await open({ url: `${server.url}/` }).post('collect', {});
    expect(server.requests.at(-1)?.path).toBe('/rp/v6.0/collect');
  });

  test('reuses an open connection', async () => {
    server.answer(json(200, {}));
    const api = open();
    const before = server.connections();
    for (let count = 0; count < 20; count += 1) await api.post('collect', {});
    // The pool may open a second one before it sees that the first is free again.
    expect(server.connections() - before).toBeLessThanOrEqual(2);
  });

  test('uses a connection of its own beside another call', async () => {
    server.answer(json(200, {}));
    const before = server.connections();
    const api = open();
    await Promise.all([api.post('collect', {}), api.post('collect', {})]);
    expect(server.connections()).toBe(before + 2);
  });

  test('is made once, even when the connection breaks', async () => {
    server.answer((request) => request.socket.destroy());
    const before = server.requests.length;
    expect(await faultOf(open())).toMatchObject({ errorCode: undefined });
    expect(server.requests.length).toBe(before + 1);
  });
});

describe('a refusal', () => {
  test.each([
    [400, 'alreadyInProgress'],
    [400, 'invalidParameters'],
    [401, 'unauthorized'],
    [403, 'unauthorized'],
    [404, 'notFound'],
    [405, 'methodNotAllowed'],
    [408, 'requestTimeout'],
    [415, 'unsupportedMediaType'],
    [429, 'tooManyRequests'],
    [500, 'internalError'],
    [503, 'maintenance'],
    [400, 'somethingNew'],
  ])('%i %s keeps its error code', async (status, errorCode) => {
    server.answer(json(status, { errorCode, details: 'No such order' }));
    expect(await faultOf(open())).toEqual({
      errorCode,
      statusCode: status,
      detail: `collect: ${status} ${errorCode} (No such order)`,
      cause: undefined,
    });
  });

  test.each([
    [400, undefined],
    [401, 'unauthorized'],
    [403, 'unauthorized'],
    [404, 'notFound'],
    [405, 'methodNotAllowed'],
    [408, 'requestTimeout'],
    [415, 'unsupportedMediaType'],
    [429, 'tooManyRequests'],
    [500, 'internalError'],
    [502, undefined],
    [503, 'maintenance'],
  ])('%i without a body is described by its status', async (status, errorCode) => {
    server.answer(raw(status, ''));
    expect(await faultOf(open())).toEqual({
      errorCode,
      statusCode: status,
      detail: `collect: ${status} without an error code`,
      cause: undefined,
    });
  });

  test.each([
    ['{"errorCode":7}'],
    ['{"errorCode":"<script>"}'],
    ['[{"errorCode":"maintenance"}]'],
    ['<html>Bad gateway</html>'],
  ])('with the body %s has no error code', async (body) => {
    server.answer(raw(502, body));
    expect(await faultOf(open())).toMatchObject({ errorCode: undefined });
  });

  test.each([
    ['17', 17],
    ['0', 0],
    ['Sat, 21 Nov 2026 12:00:00 GMT', undefined],
    ['-3', undefined],
    ['1e9', undefined],
    ['99999999999', undefined],
  ])('with Retry-After %s returns the seconds: %p', async (header, seconds) => {
    server.answer((_, response) => {
      response.writeHead(429, { 'retry-after': header }).end();
    });
    expect(await faultOf(open())).toMatchObject({
      errorCode: 'tooManyRequests',
      retryAfter: seconds,
    });
  });

  test('keeps a personal number out of the log', async () => {
    const details = 'Order already in progress for 199006022397 or 900602-2397';
    server.answer(json(400, { errorCode: 'alreadyInProgress', details }));
    expect((await faultOf(open())).detail).toBe(
      'collect: 400 alreadyInProgress (Order already in progress for <digits> or <digits>)',
    );
  });

  test('for a redirect is not followed', async () => {
    server.answer((_, response) => {
      response.writeHead(307, { location: '/rp/v6.0/elsewhere' }).end();
    });
    const before = server.requests.length;
    expect((await faultOf(open())).detail).toBe('collect: 307 without an error code');
    expect(server.requests.length).toBe(before + 1);
  });
});

describe('an answer that cannot be read', () => {
  test.each([[''], ['<html>Welcome</html>'], ['{"orderRef":'], ['[]'], ['null'], ['"text"']])(
    'is a fault: 200 with %j',
    async (body) => {
      server.answer(raw(200, body));
      expect(await faultOf(open())).toEqual({
        errorCode: undefined,
        statusCode: 200,
        detail: 'collect: 200 without a JSON object',
        cause: undefined,
      });
    },
  );

  test('is a fault: 5 MB', async () => {
    server.answer(json(200, { orderRef: 'x'.repeat(5_000_000) }));
    expect(await faultOf(open())).toMatchObject({
      errorCode: undefined,
      detail: expect.stringContaining('UND_ERR_RES_EXCEEDED_MAX_SIZE'),
    });
  });
});

describe('an answer that does not come', () => {
  test.each<[string, RequestListener]>([
    ['no headers', () => {}],
    ['no end of the body', (_, response) => response.write('{"orderRef":')],
  ])('is a fault after the timeout: %s', async (_, listener) => {
    server.answer(listener);
    expect(await faultOf(open({ timeoutMs: SHORT_TIMEOUT_MS }))).toMatchObject({
      errorCode: undefined,
      detail: 'collect: no answer in time',
    });
  });

  test('is a fault after the timeout, even when it arrives byte by byte', async () => {
    server.answer((_, response) => {
      const drip = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(drip));
    });
    expect((await faultOf(open({ timeoutMs: SHORT_TIMEOUT_MS }))).detail).toBe(
      'collect: no answer in time',
    );
  });

  test('is a fault after the timeout: the server does not speak TLS', async () => {
    const silentServer = createServer((socket) => socket.on('error', () => {}).resume());
    await new Promise<void>((resolve) => silentServer.listen(0, '127.0.0.1', resolve));
    const { port } = silentServer.address() as { port: number };
    const url = `https://127.0.0.1:${port}/rp/v6.0/`;
    expect(await faultOf(open({ url, timeoutMs: SHORT_TIMEOUT_MS }))).toMatchObject({
      errorCode: undefined,
      detail: expect.stringMatching(/^collect: (no answer in time|Connect Timeout Error)/),
    });
    silentServer.close();
  });
});

describe('a failed connection', () => {
  test('is a fault: the port is closed', async () => {
    const url = 'https://127.0.0.1:1/rp/v6.0/';
    const { errorCode, detail, cause } = await faultOf(open({ url }));
    expect(networkFinding(cause)).toEqual({
      reason: 'eid-address-wrong',
      facts: { code: 'ECONNREFUSED' },
    });
    expect([errorCode, detail]).toEqual([
      undefined,
      'collect: connect ECONNREFUSED 127.0.0.1:1 (ECONNREFUSED)',
    ]);
  });

  test('is a fault: the server is not of the configured CA', async () => {
    const { errorCode, detail, cause } = await faultOf(open({ ca: pemOf(server.pki.bankIdRoot) }));
    expect(networkFinding(cause)).toEqual({
      reason: 'eid-untrusted',
      facts: { code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' },
    });
    expect([errorCode, detail]).toEqual([
      undefined,
      'collect: unable to verify the first certificate (UNABLE_TO_VERIFY_LEAF_SIGNATURE)',
    ]);
  });

  test('is a fault: the server has another name', async () => {
    const url = server.url.replace('localhost', '127.0.0.2');
    const { errorCode, detail } = await faultOf(open({ url }));
    expect(errorCode).toBeUndefined();
    expect(detail).toMatch(/^collect: .*(ERR_TLS_CERT_ALTNAME_INVALID|ECONNREFUSED)/);
  });

  test('is a fault: the server does not accept our certificate', async () => {
    const { customerAuthority, tlsRoot } = server.pki;
    const foreign = { certificate: pemOf(customerAuthority), privateKey: keyOf(customerAuthority) };
    const secureContext = secureContextOf(foreign, pemOf(tlsRoot));
    const before = server.requests.length;
    const api = rpApi({ url: server.url, secureContext, timeoutMs: LONG_TIMEOUT_MS });
    expect((await faultOf(api)).errorCode).toBeUndefined();
    expect(server.requests.length).toBe(before);
  });
});

describe('the connections', () => {
  test('return the certificate of the server after the first handshake', async () => {
    server.answer(json(200, {}));
    const api = open();
    expect(api.serverCertificate()).toBeUndefined();
    await api.post('collect', {});
    expect(api.serverCertificate()?.fingerprint256).toBe(
      server.pki.tlsServer.certificate.fingerprint256,
    );
    await api.close();
  });

  test('are closed after answers that hang, arrive byte by byte or break off', async () => {
    const broken: RequestListener[] = [
      () => {},
      (_, response) => response.write('{'),
      (request) => request.socket.destroy(),
    ];
    const api = open({ timeoutMs: SHORT_TIMEOUT_MS });
    for (const listener of broken) {
      server.answer(listener);
      await faultOf(api);
    }
    await until(async () => (await server.openConnections()) === 0);
    await api.close();
  });

  test('are closed when the calls in flight are over; later calls are faults', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const arrived = new Promise<void>((resolve) => {
      server.answer(async (request, response) => {
        resolve();
        await held;
        json(200, { orderRef: 'o-1' })(request, response);
      });
    });
    const api = open();
    const call = api.post('collect', {});
    await arrived;
    const closed = api.close();
    release();
    expect(await call).toEqual({ body: { orderRef: 'o-1' } });
    await closed;
    await until(async () => (await server.openConnections()) === 0);
    expect(await faultOf(api)).toMatchObject({ errorCode: undefined });
  });
});

/** Waits for an event that the other side of a connection sees later. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let time = 0; time < 500 && !(await holds()); time += 1) await delay(10);
  expect(await holds()).toBe(true);
}

import { randomBytes } from 'node:crypto';
import { Agent } from 'node:https';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { issueRpClient } from '../../../src/bankid/pki/pki.ts';
import { ASA, auth, type Bench, phoneAuth, send, startBench } from '../harness.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.close());

const UUID = expect.stringMatching(
  /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
);
const base64 = (text: string) => Buffer.from(text).toString('base64');
const json = { 'Content-Type': 'application/json' };

describe('orders', () => {
  test('auth and sign return an order with its start tokens', async () => {
    const tokens = {
      orderRef: UUID,
      autoStartToken: UUID,
      qrStartToken: UUID,
      qrStartSecret: UUID,
    };
    const signing = { ...auth, userVisibleData: base64('Jag köper') };
    expect(await bench.rp('auth', auth)).toMatchObject({ status: 200, body: tokens });
    expect(await bench.rp('sign', signing)).toMatchObject({ status: 200, body: tokens });
  });

  test('phone orders return an order without start tokens', async () => {
    const { status, body, headers } = await bench.rp('phone/auth', phoneAuth);
    expect(status).toBe(200);
    expect(body).toEqual({ orderRef: UUID });
    expect(headers['content-type']).toBe('application/json');
  });

  test('collect reports that nothing has happened yet', async () => {
    const { orderRef } = (await bench.rp('auth', auth)).body;
    const { status, body } = await bench.rp('collect', { orderRef });
    expect(status).toBe(200);
    expect(body).toEqual({ orderRef, status: 'pending', hintCode: 'outstandingTransaction' });
  });

  test('a cancelled order does not exist any more', async () => {
    const { orderRef } = (await bench.rp('auth', auth)).body;
    expect(await bench.rp('cancel', { orderRef })).toMatchObject({ status: 200, text: '{}' });
    const gone = { errorCode: 'invalidParameters', details: 'No such order' };
    expect(await bench.rp('collect', { orderRef })).toMatchObject({ status: 400, body: gone });
    expect(await bench.rp('cancel', { orderRef })).toMatchObject({ status: 400, body: gone });
  });
});

describe('the client certificate', () => {
  test('is required', async () => {
    await expect(send(bench.simulator, { endpoint: 'auth', client: {} })).rejects.toThrow();
  });

  test('of another authority is refused', async () => {
    const stranger = await startBench();
    const client = { cert: stranger.simulator.rpCertificate, key: stranger.simulator.rpKey };
    await stranger.close();
    await expect(send(bench.simulator, { endpoint: 'auth', client })).rejects.toThrow();
  });

  test('owns the orders made with it', async () => {
    const other = await issueRpClient(
      bench.simulator.pki,
      {
        displayName: 'Another service',
        organisation: 'SIMULATOR Other AB',
        organisationNumber: '0000000002',
        commonName: 'SIMULATOR RP certificate 2',
      },
      randomBytes,
    );
    const client = {
      cert: other.certificate.toString(),
      key: other.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    };
    const { orderRef } = (await bench.rp('auth', auth)).body;
    const body = JSON.stringify({ orderRef });
    for (const endpoint of ['collect', 'cancel']) {
      expect(await send(bench.simulator, { endpoint, body, client })).toMatchObject({
        status: 400,
        body: { errorCode: 'invalidParameters', details: 'No such order' },
      });
    }
    expect((await bench.rp('collect', { orderRef })).status).toBe(200);
    const own = await send(bench.simulator, {
      endpoint: 'auth',
      body: JSON.stringify(auth),
      client,
    });
    expect(own.status).toBe(200);
    const listed = (await bench.phone('/api/orders')).body;
    expect(listed.at(-1).display.relyingParty).toBe('Another service');
  });

  test('is read for every request of one connection and of a resumed one', async () => {
    const { rpCertificate: cert, rpKey: key, tlsCa: ca } = bench.simulator;
    const { orderRef } = (await bench.rp('auth', auth)).body;
    const body = JSON.stringify({ orderRef });
    for (const keepAlive of [true, false]) {
      const agent = new Agent({ cert, key, ca, keepAlive, maxSockets: 1 });
      for (const _ of [1, 2, 3]) {
        expect((await send(bench.simulator, { endpoint: 'collect', body, agent })).status).toBe(
          200,
        );
      }
      agent.destroy();
    }
  });
});

describe('HTTP', () => {
  test('refuses every method but POST, with an empty body', async () => {
    for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS']) {
      const answer = await send(bench.simulator, { endpoint: 'auth', method, headers: {} });
      expect(answer).toMatchObject({ status: 405, text: '', headers: { allow: 'POST' } });
    }
  });

  test.each([
    '',
    'nothing',
    'auth/',
    '/auth',
    '/rp/v6.0//auth',
    '/rp/v5.1/auth',
    'auth?a=b',
    'payment',
  ])('knows no path %p', async (endpoint) => {
    const answer = await send(bench.simulator, { endpoint, body: '{}' });
    expect(answer).toMatchObject({
      status: 404,
      body: { errorCode: 'notFound', details: 'No such resource' },
    });
  });

  test.each([
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'Application/JSON',
    'text/plain',
    'application/x-www-form-urlencoded',
  ])('refuses the content type %p', async (type) => {
    const headers = { 'Content-Type': type };
    const answer = await send(bench.simulator, { endpoint: 'auth', headers, body: '{}' });
    expect(answer).toMatchObject({ status: 415, body: { errorCode: 'unsupportedMediaType' } });
  });

  test('refuses a body without content type', async () => {
    const answer = await send(bench.simulator, { endpoint: 'auth', headers: {}, body: '{}' });
    expect(answer.status).toBe(415);
  });

  test.each([
    ['nothing', '', 'Body is not JSON'],
    ['broken JSON', '{"endUserIp":', 'Body is not JSON'],
    ['bytes that are not UTF-8', Buffer.from('7b22ff223a317d', 'hex'), 'Body is not JSON'],
    ['a list', '[]', 'Invalid body'],
    ['a text', '"auth"', 'Invalid body'],
    ['null', 'null', 'Invalid body'],
    ['more than 512 kB', ' '.repeat(512 * 1024 + 1), 'Body too large'],
    ['several megabytes', ' '.repeat(5_000_000), 'Body too large'],
  ])('refuses %s as a body', async (_, body, details) => {
    const answer = await send(bench.simulator, { endpoint: 'auth', headers: json, body });
    expect(answer).toMatchObject({
      status: 400,
      body: { errorCode: 'invalidParameters', details },
    });
  });
});

describe('alreadyInProgress', () => {
  test.each([
    ['phone/auth', { ...phoneAuth, personalNumber: ASA }],
    ['auth', { ...auth, requirement: { personalNumber: ASA } }],
  ])(
    '%s for a person with an order fails, and so does their older order',
    async (endpoint, again) => {
      const first = await bench.rp('phone/auth', { ...phoneAuth, personalNumber: ASA });
      const { orderRef } = first.body;
      expect(await bench.rp(endpoint, again)).toMatchObject({
        status: 400,
        body: { errorCode: 'alreadyInProgress', details: 'Order already in progress for pno' },
      });
      expect((await bench.rp('collect', { orderRef })).body).toEqual({
        orderRef,
        status: 'failed',
        hintCode: 'cancelled',
      });
      const third = await bench.rp(endpoint, again);
      expect(third.status).toBe(200);
      await bench.rp('cancel', { orderRef: third.body.orderRef });
    },
  );

  test('counts an order that the person scanned without having been named', async () => {
    const { orderRef, autoStartToken } = (await bench.rp('auth', auth)).body;
    await bench.phone('/api/open', { autoStartToken, personalNumber: ASA });
    const named = { ...phoneAuth, personalNumber: ASA };
    expect((await bench.rp('phone/auth', named)).status).toBe(400);
    expect((await bench.rp('collect', { orderRef })).body.hintCode).toBe('cancelled');
  });

  test('does not concern orders without a person', async () => {
    expect((await bench.rp('auth', auth)).status).toBe(200);
    expect((await bench.rp('auth', auth)).status).toBe(200);
  });

  test('does not concern ended orders', async () => {
    const named = { ...phoneAuth, personalNumber: '199107172380' };
    const { orderRef } = (await bench.rp('phone/auth', named)).body;
    await bench.phone(`/api/orders/${orderRef}/fail`, {});
    expect((await bench.rp('phone/auth', named)).status).toBe(200);
  });
});
